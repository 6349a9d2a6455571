#include "core/inspection/remote/served_connection.h"

#include <doctest/doctest.h>

#include <string>

#include "core/big_endian.h"
#include "core/inspection/engines/sandbox_engine.h"
#include "core/inspection/remote/wire.h"
#include "core/inspection/thresholds/threshold_table.h"
#include "tests/core/inspection/remote/memory_stream.h"

namespace countersign::remote::served_connection_test {

std::string framed(char kind, std::string_view bytes) {
  std::string frame(1, kind);
  append_big_endian(frame, static_cast<std::uint32_t>(bytes.size()));
  return frame.append(bytes);
}
std::string message(std::string_view bytes) { return framed('\x01', bytes); }
std::string body(std::string_view bytes) { return framed('\x02', bytes); }
const std::string kOpening = message(encode(Opening{}));

confined::DocumentTask task(std::uint64_t image_bytes) {
  confined::DocumentTask made;
  made.image_bytes = image_bytes;
  made.thresholds = milli_of(Thresholds{});
  return made;
}
std::string asked(const confined::ToWorker& what) { return message(encode(what)); }

// How an inspector with the engine of the sandbox ends after all these bytes.
struct Served {
  explicit Served(const std::string& said) : stream(said) {
    const SandboxEngine engine{SandboxScript{}};
    ServedEngine served{.engine = engine, .welcome = welcome_of(engine.capabilities(), true)};
    served.welcome.image_max_bytes = 1000;
    served.judging = [this](bool began) { began ? ++begun : ++ended; };
    end = serve_connection(stream, served, ClientKey("server"), [] { return false; });
    CHECK(begun == ended);
  }
  test::ScriptedStream stream;
  ServedEnd end{};
  int begun = 0;
  int ended = 0;
};

TEST_CASE("a server that greets and asks is answered, and may end") {
  const std::string image = "\xff\xd8\xff\xe0 picture";
  const Served served(kOpening + asked(task(image.size())) + body(image) +
                      asked(task(image.size())) + body(image));
  CHECK(served.end == ServedEnd::Closed);
  CHECK(served.begun == 2);
}

TEST_CASE("a server of another version is turned away with the reason") {
  Opening other;
  other.protocol = kRemoteProtocol + 1;
  const Served served(message(encode(other)));
  CHECK(served.end == ServedEnd::OtherBuild);
  CHECK(served.stream.written() > 0);
  CHECK(Served(message("no opening")).end == ServedEnd::OtherBuild);
}

TEST_CASE("what is not allowed ends the connection before memory is taken for it") {
  std::string endless = "\x01";
  append_big_endian(endless, std::uint32_t{0xffffffff});
  CHECK(Served(endless).end == ServedEnd::NotAllowed);
  CHECK(Served(kOpening + endless).end == ServedEnd::NotAllowed);
  CHECK(Served(kOpening + message("no task")).end == ServedEnd::NotAllowed);
  CHECK(Served(kOpening + body("picture")).end == ServedEnd::NotAllowed);
  CHECK(Served(kOpening + asked(task(1001))).end == ServedEnd::NotAllowed);
  CHECK(Served(kOpening + asked(task(4)) + body("five!")).end == ServedEnd::NotAllowed);
  CHECK(Served(kOpening + asked(confined::ImageGiven{4})).end == ServedEnd::NotAllowed);
  CHECK(Served(kOpening + asked(confined::FaceTask{})).end == ServedEnd::NotAllowed);
}

TEST_CASE("a task that would break the engine's requirements is not given to the engine") {
  confined::DocumentTask unsound = task(4);
  unsound.thresholds.pop_back();
  CHECK(Served(kOpening + asked(unsound) + body("four")).end == ServedEnd::NotAllowed);
  confined::LivenessTask many;
  many.frame_count = confined::kListMax + 1;
  many.thresholds = milli_of(Thresholds{});
  CHECK(Served(kOpening + asked(many)).end == ServedEnd::NotAllowed);
  confined::MatchTask none;
  none.thresholds = milli_of(Thresholds{});
  CHECK(Served(kOpening + asked(none)).end == ServedEnd::NotAllowed);
  confined::RenderingTask marked;
  marked.image_bytes = 4;
  marked.mark = {std::string(kMarkLineMaxBytes + 1, 'x')};
  marked.thresholds = milli_of(Thresholds{});
  CHECK(Served(kOpening + asked(marked) + body("four")).end == ServedEnd::NotAllowed);
}

TEST_CASE("an end in the middle of anything is an end") {
  const std::string image = "\xff\xd8\xff\xe0 picture";
  const std::string whole = kOpening + asked(task(image.size())) + body(image);
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    CAPTURE(cut);
    CHECK(Served(whole.substr(0, cut)).end == ServedEnd::Closed);
  }
}

}  // namespace countersign::remote::served_connection_test
