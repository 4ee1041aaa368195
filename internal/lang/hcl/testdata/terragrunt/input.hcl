# Live settings of the network.

include "root" {
  path = find_in_parent_folders("root.hcl")
}

include {
  path = find_in_parent_folders()
}

include "env" {
  path   = "${get_terragrunt_dir()}/../../_env/vpc.hcl"
  expose = true
}

terraform {
  source = "../../modules//vpc"
}

locals {
  account = read_terragrunt_config(find_in_parent_folders("account.hcl"))
  region  = local.account.locals.region
}

dependency "vpc" {
  config_path = "../vpc"
  mock_outputs = {
    vpc_id = "x"
  }
}

dependencies {
  paths = ["../vpc", "../dns"]
}

inputs = {
  vpc_id = dependency.vpc.outputs.vpc_id
  env    = include.env.locals.env
  region = local.region
}
