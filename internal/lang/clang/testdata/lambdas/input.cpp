auto twice = [](int x) { return 2 * x; };

void run(std::vector<int> &items, int limit) {
  auto over = [&items, limit](int i) mutable -> bool { return items[i] > limit; };
  std::sort(items.begin(), items.end(), [](int a, int b) { return a < b; });
  auto [first, second] = split(items);
  for (const auto &item : items) visit(item, first);
  if (auto it = find(items); it != items.end()) over(*it);
  try {
    risky(second);
  } catch (const Error &e) {
    report(e.what());
  }
  struct Local { int n; void go() { n = 1; } } local;
  local.go();
  int count = 0, *p = &count;
  *p = twice(count);
  switch (count) { case kOne: { int inner = 2; use(inner); } }
  use(inner);
}
