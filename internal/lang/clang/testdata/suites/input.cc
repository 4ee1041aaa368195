#include "gtest/gtest.h"

class StoreTest : public ::testing::Test {
 protected:
  void SetUp() override {}
  Store store_;
};

TEST_F(StoreTest, Opens) {
  EXPECT_TRUE(store_.open());
}

TEST(Plain, Works) { ASSERT_EQ(1, one()); }

BENCHMARK(BM_Open);

BOOST_AUTO_TEST_CASE(boosted)
{
  BOOST_CHECK(one());
}
