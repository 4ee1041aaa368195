module;
#include <vector>
export module shop.cart:items;

import shop.base;
export import :parts;
import <string>;
import "legacy.h";

export namespace shop {
class Cart {
 public:
  void add(int item);
};
}

export int total(const shop::Cart &cart) { return cart.size(); }
int import_count = 0;
