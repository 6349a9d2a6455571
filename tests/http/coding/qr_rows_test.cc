#include "http/coding/qr_rows.h"

#include <doctest/doctest.h>

#include <string>

namespace countersign::http::qr_rows_test {

TEST_CASE("a QR code is a square with a quiet zone and three finder patterns") {
  const auto rows = qr_rows("https://verify.example/capture#c=" + std::string(54, 'x'));
  const std::size_t size = rows.size();
  REQUIRE(size == 49);  // version 6 has 41 modules
  for (const std::string& row : rows) {
    CHECK(row.size() == size);
    CHECK(row.starts_with("0000"));
    CHECK(row.ends_with("0000"));
    CHECK(row.find_first_not_of("01") == std::string::npos);
  }
  const std::string finder = "1111111";
  CHECK(rows[3] == std::string(size, '0'));
  CHECK(rows[4].substr(4, 7) == finder);
  CHECK(rows[4].substr(size - 11, 7) == finder);
  CHECK(rows[size - 5].substr(4, 7) == finder);
  CHECK(rows[size - 5].substr(size - 11, 7) != finder);
}

}  // namespace countersign::http::qr_rows_test
