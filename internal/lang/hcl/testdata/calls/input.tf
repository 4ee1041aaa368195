module "network" {
  source = "./modules/network"
  cidr   = var.cidr
  providers = {
    aws = aws.west
  }
}

module "pods" {
  source   = "terraform-aws-modules/eks/aws"
  version  = "20.0"
  for_each = var.pods
  subnet   = module.network.subnets[0]
}

resource "aws_instance" "web" {
  for_each      = toset(var.names)
  ami           = data.aws_ami.ubuntu.id
  instance_type = each.value
  subnet_id     = module.network.subnets[count.index]
  user_data     = templatefile("${path.module}/user.tpl", { name = each.key, pod = module.pods["a"].arn })
  depends_on    = [module.network, aws_iam_role.web]

  dynamic "ebs_block_device" {
    for_each = var.disks
    content {
      size = ebs_block_device.value.size
      type = ebs_block_device.value["type"]
    }
  }

  dynamic "setting" {
    for_each = local.settings
    iterator = each_setting
    content {
      name = each_setting.value.name
    }
  }

  provisioner "local-exec" {
    command = "echo ${self.private_ip} > ${path.module}/ip.txt"
  }
}

output "ids" {
  value = [for k, w in aws_instance.web : "${k}=${w.id}"]
}

output "all" {
  value = aws_instance.web[*].id
}

output "pod_arns" {
  value = module.pods[*].arn
}
