region = "eu-central-1"
count  = 3
tags = {
  Team = "core"
}
zones = ["a", "b"]
multi = <<EOT
text
EOT
