#include "http/edge/connection/request.h"

#include <doctest/doctest.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "http/edge/body_pipe.h"

namespace countersign::http::request_test {

using Kind = BodyFraming::Kind;

TEST_CASE("the framing of an answer follows its status, its body and the request") {
  struct Row {
    int status;
    bool stream;
    std::optional<std::uint64_t> length;
    bool is_head;
    int minor_version;
    Kind kind;
    std::uint64_t framed_length;
  };
  for (const Row& row : {Row{204, true, 9, false, 1, Kind::None, 0},
                         Row{304, false, {}, false, 1, Kind::None, 0},
                         Row{200, false, {}, false, 1, Kind::Length, 4},
                         Row{200, false, {}, true, 1, Kind::Length, 4},
                         Row{200, false, 9, true, 1, Kind::Length, 9},
                         Row{200, false, 9, false, 1, Kind::Length, 4},
                         Row{200, true, 9, false, 0, Kind::Length, 9},
                         Row{200, true, {}, false, 1, Kind::Chunked, 0},
                         Row{200, true, {}, true, 1, Kind::Chunked, 0},
                         Row{200, true, {}, false, 0, Kind::UntilTheClose, 0}}) {
    CAPTURE(row.status);
    CAPTURE(static_cast<int>(row.kind));
    Request request;
    request.is_head = row.is_head;
    request.minor_version = row.minor_version;
    Response response;
    response.status = row.status;
    response.body = "body";
    if (row.stream) response.stream = std::make_shared<BodyPipe>();
    response.stream_length = row.length;
    const BodyFraming framing = request.frame(response);
    CHECK(framing.kind == row.kind);
    CHECK(framing.length == row.framed_length);
  }
}

struct Calls {
  std::string names;
  bool throws = false;
};

class CountingSink final : public BodySink {
 public:
  explicit CountingSink(Calls& calls) : calls_(calls) {}
  Flow on_announced(std::uint64_t) override { return note("announced "); }
  Flow on_data(std::string_view) override { return note("data "); }
  void on_end() override { note("end "); }
  void on_abort() override { note("abort "); }

 private:
  Flow note(const char* name) {
    calls_.names += name;
    if (calls_.throws) throw std::runtime_error("a fault of the sink");
    return Flow::Continue;
  }
  Calls& calls_;
};

TEST_CASE("a step of the framer is one call of the sink, or none") {
  Calls calls;
  Request request;
  request.sink = std::make_shared<CountingSink>(calls);
  RequestFramer::Outcome step;
  request.give(step);
  step.data = "x";
  request.give(step);
  step.announced = 7;
  step.data = {};
  request.give(step);
  CHECK(calls.names == "data announced ");
}

TEST_CASE("the sink gets one last call, also if that call throws") {
  for (const bool throws : {false, true}) {
    for (const bool ends : {false, true}) {
      Calls calls{.names = {}, .throws = throws};
      Request request;
      request.sink = std::make_shared<CountingSink>(calls);
      if (ends && throws) CHECK_THROWS(request.end_sink());
      if (ends && !throws) request.end_sink();
      request.abort_sink();
      request.drop();
      CHECK(calls.names == (ends ? "end " : "abort "));
    }
  }
}

TEST_CASE("a request that is dropped has another number, and tells the writer of its answer") {
  Request request;
  const std::uint64_t number = request.number;
  const auto pipe = std::make_shared<BodyPipe>();
  request.answer = Response{};
  request.answer->stream = pipe;
  request.drop();
  CHECK(request.number != number);
  CHECK_FALSE(request.answer);
  CHECK(pipe->reader_gone());
}

}  // namespace countersign::http::request_test
