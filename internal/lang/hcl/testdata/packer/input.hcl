packer {
  required_plugins {
    amazon = {
      source  = "github.com/hashicorp/amazon"
      version = ">= 1.2"
    }
  }
}

variable "region" {
  default = "eu-west-1"
}

local "stamp" {
  expression = formatdate("YYYY", timestamp())
}

source "amazon-ebs" "base" {
  region   = var.region
  ami_name = "base-${local.stamp}"
}

build {
  name    = "images"
  sources = ["source.amazon-ebs.base", source.amazon-ebs.base]

  provisioner "shell" {
    script = "setup.sh"
  }
}
