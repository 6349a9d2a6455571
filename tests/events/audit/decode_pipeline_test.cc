#include "events/audit/decode_pipeline.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "events/record/codec.h"
#include "tests/events/support/sample_log.h"

namespace countersign::decode_pipeline_test {

std::vector<std::string> sample(std::size_t size) {
  SampleLog log(430);
  std::vector<std::string> lines;
  while (lines.size() < size) lines.push_back(log.next().bytes);
  return lines;
}

TEST_CASE("lines come back decoded, in their order, from one thread and from several") {
  for (const std::size_t size : {0, 1, 63, 64, 65, 3'000}) {
    const std::vector<std::string> lines = sample(size);
    for (const std::size_t threads : {1, 2, 5}) {
      CAPTURE(size);
      CAPTURE(threads);
      std::size_t taken = 0;
      DecodePipeline pipeline(threads, [&](DecodedLine& decoded) {
        CHECK(decoded.line == lines[taken]);
        CHECK(decoded.leaf == tlog::leaf_hash(lines[taken]));
        CHECK_FALSE(decoded.error);
        CHECK(decoded.recorded == *decode(lines[taken]));
        ++taken;
        return true;
      });
      for (const std::string& line : lines) REQUIRE(pipeline.put(line));
      pipeline.drain();
      CHECK(taken == size);
    }
  }
}

TEST_CASE("no line is given back after the one that was not wanted") {
  const std::vector<std::string> lines = sample(2'000);
  for (const std::size_t threads : {1, 3}) {
    CAPTURE(threads);
    std::size_t taken = 0;
    DecodePipeline pipeline(threads, [&](DecodedLine&) { return ++taken < 700; });
    std::size_t put = 0;
    while (put < lines.size() && pipeline.put(lines[put])) ++put;
    CHECK(put < lines.size());
    pipeline.drain();
    CHECK(taken == 700);
    CHECK_FALSE(pipeline.put(lines.front()));
  }
}

TEST_CASE("a line that is no event comes back with the reason, and the next one is decoded") {
  const std::vector<std::string> lines = sample(2);
  std::vector<bool> errors;
  DecodePipeline pipeline(2, [&](DecodedLine& decoded) {
    errors.push_back(decoded.error.has_value());
    return true;
  });
  REQUIRE(pipeline.put(lines[0]));
  REQUIRE(pipeline.put("{}"));
  REQUIRE(pipeline.put(""));
  REQUIRE(pipeline.put(lines[1]));
  pipeline.drain();
  CHECK(errors == std::vector<bool>{false, true, true, false});
}

}  // namespace countersign::decode_pipeline_test
