# Copyright (c) Someone

# Network of the service.

terraform {
  required_version = ">= 1.5"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.0"
    }
  }
  backend "s3" {
    bucket = "state"
  }
}

provider "aws" {
  region = var.region
}

provider "aws" {
  alias  = "west"
  region = "us-west-2"
}

variable "region" {
  description = "The region to build in. Anything else is wrong."
  type        = string
  default     = "eu-central-1"
}

# How many machines there are.
variable "machines" {
  type = map(object({
    size = number
    tags = optional(list(string), [])
  }))
  default = {}
  validation {
    condition     = length(var.machines) < 10
    error_message = "Too many: ${length(var.machines)}."
  }
}

variable "untyped" {}

locals {
  # The name that everything carries.
  name  = "demo"
  count = 3
  tags = {
    Name = local.name
    Env  = "test"
  }
  zones = slice(data.aws_availability_zones.all.names, 0, local.count)
}

data "aws_availability_zones" "all" {
  state = "available"
}

# The network itself.
resource "aws_vpc" "main" {
  cidr_block = "10.0.0.0/16"
  tags       = local.tags
  provider   = aws.west

  lifecycle {
    ignore_changes = [tags]
  }
}

output "vpc_id" {
  description = "Id of the network."
  value       = aws_vpc.main.id
}

check "health" {
  assert {
    condition     = aws_vpc.main.id != ""
    error_message = "No network."
  }
}

moved {
  from = aws_vpc.old
  to   = aws_vpc.main
}

ephemeral "random_password" "db" {
  length = 16
}
