/*
  Everything about comments.
  And more.
*/

# Above a block.
resource "a_b" "one" { # behind
  x = 1 // not = "a string"
  /* y = 2 */
}

// Detached.

resource "a_b" "two" {
  s = "# no comment ${var.x /* inside */} // neither"
  h = <<-EOT
    # text ${local.name}
    %{ if var.on ~}
    on
    %{ else ~}
    off
    %{ endif ~}
    %{ for k, v in var.map ~}
    ${k}=${v}
    %{ endfor ~}
  EOT
  e = "a \"quoted\" $${literal} %%{literal}"
}
