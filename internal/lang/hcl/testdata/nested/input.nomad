variable "image" {
  type = string
}

job "web" {
  datacenters = ["dc1"]
  type        = "service"

  group "api" {
    count = 2

    network {
      port "http" {
        to = 8080
      }
    }

    volume "data" {
      type   = "host"
      source = "data"
    }

    task "server" {
      driver = "docker"
      config {
        image = var.image
        args  = ["-p", "${NOMAD_PORT_http}", "${attr.kernel.name}"]
      }
      template {
        data = <<EOF
{{ range service "db" }}{{ .Address }}{{ end }}
EOF
      }
    }
  }
}
