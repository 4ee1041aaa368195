class Client : public Base {
  void go();
  Pool *pool;
};

void Client::go() {
  plain(1);
  this->own();
  pool->get()->release();
  pool->conn.close();
  a.b.c.d();
  Type::make();
  deep::ns::call<int>(2);
  ::global();
  auto *n = new Node(3);
  auto *arr = new ns::Item[4];
  delete n;
  Value v = Value{5};
  Base::go();
  counter += 1;
  ++this->total;
  obj.field = static_cast<Other *>(n)->field;
  arr[i].x--;
  (*fp)(7);
  printf("%" PRIu64 "\n", (uint64_t)sizeof(Header));
  throw Error("x");
  return std::move(v);
}
