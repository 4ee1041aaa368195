variable "before" {
  type = string
}

resource "aws_instance" "half" {
  ami = var.
  tags = {
    Name = 

resource "aws_instance" "after" {
  ami = var.before
}

module "net" {
  source = "./net"

output "last" {
  value = module.net.id
}

locals {
  x = 1
}
