locals {
  joined  = join("-", [var.prefix, "x", upper(local.suffix)])
  suffix  = lower(trimspace(file("${path.module}/suffix.txt")))
  first   = try(var.list[0], null)
  choice  = var.enabled ? 1 : 0
  merged  = merge(local.base, { for k, v in var.extra : k => v.name if v.on })
  listed  = [for i, x in var.list : "${i}-${x}"]
  total   = sum(values(local.counts)...)
  negated = !var.enabled && -1 < length(var.list)
  custom  = provider::local::direxists("/x")
  base    = {}
  counts  = { a = 1, "b" = 2, (var.key) = 3 }
}
