#include "http/download/zip_window.h"

#include <doctest/doctest.h>

#include <random>
#include <vector>

namespace countersign::http::zip_window_test {

struct Sent {
  std::string bytes;
  std::size_t largest = 0;
  int refuse_after = -1;

  ZipWindow::Sink sink() {
    return [this](std::string chunk) {
      if (refuse_after == 0) return false;
      if (refuse_after > 0) --refuse_after;
      largest = std::max(largest, chunk.size());
      bytes += chunk;
      return true;
    };
  }
};

std::string fresh() { return {}; }

TEST_CASE("any sequence of writes, seeks and overwrites comes out as it would in memory") {
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    Sent sent;
    ZipWindow window(sent.sink(), fresh);
    std::string expected;
    for (int entry = 0; entry < 5; ++entry) {
      const std::size_t head_at = expected.size();
      const std::size_t size = 30 + random() % 700'000;
      std::string body(size, static_cast<char>('a' + entry));
      std::size_t done = 0;
      while (done < size) {
        const std::size_t piece = std::min<std::size_t>(size - done, 1 + random() % 9000);
        REQUIRE(window.write(std::string_view(body).substr(done, piece)));
        done += piece;
      }
      expected += body;
      const std::string head(30, static_cast<char>('A' + entry));
      REQUIRE(window.seek(head_at));
      CHECK(window.position() == head_at);
      REQUIRE(window.write(head));
      expected.replace(head_at, head.size(), head);
      REQUIRE(window.seek(expected.size()));
      CHECK(window.end() == expected.size());
    }
    REQUIRE(window.finish());
    CHECK((sent.bytes == expected));
    CHECK(sent.largest <= ZipWindow::kChunkBytes);
  }
}

TEST_CASE("nothing leaves before the writer has come back to the end") {
  Sent sent;
  ZipWindow window(sent.sink(), fresh);
  REQUIRE(window.write(std::string(3 * ZipWindow::kChunkBytes, 'x')));
  CHECK(sent.bytes.empty());
  REQUIRE(window.seek(0));
  CHECK(sent.bytes.empty());
  REQUIRE(window.seek(3 * ZipWindow::kChunkBytes));
  CHECK(sent.bytes.size() == 3 * ZipWindow::kChunkBytes);
  CHECK_FALSE(window.seek(0));  // that chunk was sent already
}

TEST_CASE("a sink that wants no more ends the writing") {
  Sent sent;
  sent.refuse_after = 1;
  ZipWindow window(sent.sink(), fresh);
  REQUIRE(window.write(std::string(3 * ZipWindow::kChunkBytes, 'x')));
  CHECK_FALSE(window.seek(window.end()));
  CHECK(sent.bytes.size() == ZipWindow::kChunkBytes);
}

}  // namespace countersign::http::zip_window_test
