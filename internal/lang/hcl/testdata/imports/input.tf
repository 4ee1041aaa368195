module "a" {
  source = "../shared/a"
}

module "b" {
  source = "git::https://example.org/b.git//modules/b?ref=v1"
}

module "c" {
  source = "app.terraform.io/org/c/aws"
}

module "d" {
  source = var.not_literal
}

resource "null_resource" "x" {
  a = file("${path.module}/files/a.txt")
  b = templatefile("files/b.tpl", {})
  c = filebase64sha256("${path.root}/lambda.zip")
  d = file("${path.module}/${var.name}.txt")
  e = jsondecode(file("./data.json"))
  f = file(var.path)
}
