#include "http/edge/connection/input.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace countersign::http::input_test {

using Step = RequestFramer::Step;

const std::string kRequests =
    "GET /first HTTP/1.1\r\nHost: a\r\n\r\n"
    "POST /second HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"
    "\r\nGET /third HTTP/1.1\r\nHost: a\r\n\r\n";

struct Reader {
  // Reads like a socket: each piece lies in the same buffer as the one before.
  void read(std::string_view piece) {
    buffer.assign(piece);
    input.add(buffer);
    while (input.can_step()) step();
    input.keep_unread();
    buffer.assign(buffer.size(), '?');
  }
  void step() {
    const auto outcome = in_body ? input.read_body() : input.read_head();
    REQUIRE(outcome.step != Step::Refused);
    seen += outcome.data;
    if (outcome.step == Step::Head) {
      const RequestHead head = input.framer().take_head();
      seen += head.target + "[";
      in_body = head.has_body();
    }
    if (outcome.step == Step::End || (outcome.step == Step::Head && !in_body)) {
      seen += "]";
      in_body = false;
      input.begin_message();
    }
  }

  LoopCounters counters;
  Input input{EdgeSettings{}, counters};
  std::string buffer;
  std::string seen;
  bool in_body = false;
};

TEST_CASE("requests are the same however their bytes are cut into reads") {
  for (std::size_t size = 1; size <= kRequests.size(); ++size) {
    CAPTURE(size);
    Reader reader;
    for (std::size_t at = 0; at < kRequests.size(); at += size) {
      reader.read(std::string_view(kRequests).substr(at, size));
    }
    CHECK(reader.seen == "/first[]/second[hello]/third[]");
    CHECK_FALSE(reader.input.has_unread());
  }
}

TEST_CASE("an unfinished head is kept, and is not tried again before more bytes come") {
  Reader reader;
  reader.read("GET /first HTTP/1.1\r\nHo");
  CHECK(reader.input.has_unread());
  CHECK_FALSE(reader.input.can_step());
  reader.read("st: a\r\n\r\n");
  CHECK(reader.seen == "/first[]");
}

TEST_CASE("the memory for unread bytes is given back when they have been read") {
  Reader reader;
  std::string head = "GET /first HTTP/1.1\r\nHost: a\r\n";
  while (head.size() < 12'000)
    head += "X-" + std::to_string(head.size()) + ": " + std::string(400, 'a') + "\r\n";
  reader.read(head);
  CHECK(reader.input.capacity_bytes() >= head.size());
  reader.read("\r\n");
  CHECK(reader.seen == "/first[]");
  CHECK(reader.input.capacity_bytes() <= 4096);
}

TEST_CASE("the unread bytes of a lingering connection are dropped") {
  Reader reader;
  reader.read("GET /first HTT");
  reader.input.drop_unread();
  CHECK_FALSE(reader.input.has_unread());
}

TEST_CASE("no more is dropped unseen than allowed, counting what a chunk announces") {
  LoopCounters counters;
  Input input(EdgeSettings{}, counters);
  input.allow_dropping(10);
  const auto step = [](std::size_t consumed, std::uint64_t announced) {
    return RequestFramer::Outcome{.step = Step::Data,
                                  .consumed = consumed,
                                  .data = {},
                                  .refusal = {},
                                  .announced = announced};
  };
  CHECK(input.drop(step(6, 0)));
  CHECK_FALSE(input.drop(step(5, 0)));
  CHECK_FALSE(input.drop(step(1, 5)));
  CHECK(input.drop(step(4, 0)));
  CHECK_FALSE(input.drop(step(1, 0)));
}

TEST_CASE("a turn's budget begins anew with the turn") {
  LoopCounters counters;
  Input input(EdgeSettings{}, counters);
  CHECK(input.spent());
  input.begin_turn();
  CHECK_FALSE(input.spent());
}

}  // namespace countersign::http::input_test
