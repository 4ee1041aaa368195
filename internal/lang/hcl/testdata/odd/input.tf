resource "größe_typ" "naïve" {
	wert = größe_typ.andere.länge
}

resource aws_thing unquoted {
  v = aws_thing . spaced . x
}

data "http" "x-y_z" {}

output "" {}

variable "legacy" { default = "${var.other}" }
