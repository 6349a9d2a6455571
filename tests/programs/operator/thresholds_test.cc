#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>

#include "events/crypto/sha256.h"
#include "tests/core/inspection/confined/hostile_image.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/running_server.h"

// Thresholds as operators set them, from the flag to the log, and pictures inspected by hand.
namespace countersign::tests::thresholds_test {

// Exceeds a sharp drawing of a document: no client's camera does better.
constexpr const char* kImpossible = "document-resolution=50";

std::string text_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

Answer submit_front(const RunningServer& server, const OpenSession& session, std::uint64_t seed) {
  const Device device(server.port(), session.token);
  return device.document(device.nonce("document"), fresh_document(seed), "ID_CARD");
}

// The threshold set's hash that the result names for the front.
std::string named(const Backend& backend, const OpenSession& session) {
  return Json(backend.result(session.id).body).text("/engines/0/thresholds");
}

std::string hash_of(const Arguments& overrides) {
  Arguments command{"thresholds", "--json"};
  command.insert(command.end(), overrides.begin(), overrides.end());
  Arguments whole{COUNTERSIGN_PATH};
  whole.insert(whole.end(), command.begin(), command.end());
  const Finished finished = run_program(whole);
  CHECK(finished.status == 0);
  return Json(finished.out).text("/sha256");
}

Finished countersign(Arguments arguments) {
  arguments.insert(arguments.begin(), COUNTERSIGN_PATH);
  return run_program(arguments);
}

void write(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

TEST_CASE("where nobody is asked whether it is genuine, a document that is read passes") {
  const RunningServer server;
  const auto result_of = [&](const Backend& backend, std::string_view type) {
    const OpenSession session = backend.open("DOCUMENT_VERIFICATION");
    const Device device(server.port(), session.token);
    const Answer document = device.pass_document(type);
    CHECK_MESSAGE(Json(document.body).is_true("/stepComplete"), document.body);
    CHECK(device.finalize().status == 200);
    const Json record(backend.result(session.id).body);
    return record.text("/resultStatus") + record.dump("/reasons");
  };
  const Backend usual(server.port(), server.add_client("usual"));
  CHECK(result_of(usual, "PASSPORT") == R"(REVIEW["CHECK_NOT_AVAILABLE"])");
  const Backend lenient(
      server.port(),
      server.add_client("lenient", {"--threshold", "document-authenticity-required=no"}));
  CHECK(result_of(lenient, "PASSPORT") == "PASSED[]");
  CHECK(result_of(lenient, "ID_CARD") == "PASSED[]");
}

TEST_CASE(
    "a client's stricter threshold refuses what the server's accepts, and both are in the log") {
  RunningServer server({.flags = {"--threshold", "document-noise=13/5"}});
  const Backend usual(server.port(), server.add_client("usual"));
  const Backend strict(server.port(), server.add_client("strict", {"--threshold", kImpossible}));
  const OpenSession accepted = usual.open("DOCUMENT_VERIFICATION");
  const OpenSession refused = strict.open("DOCUMENT_VERIFICATION");
  CHECK(Json(submit_front(server, accepted, 7).body).is_true("/ok"));
  const Json answer(submit_front(server, refused, 7).body);
  CHECK_FALSE(answer.is_true("/ok"));
  CHECK(answer.text("/code") == "DOCUMENT_TOO_SMALL");

  const Arguments servers{"--threshold", "document-noise=13/5"};
  CHECK(named(usual, accepted) == hash_of(servers));
  CHECK(named(strict, refused) ==
        hash_of({"--threshold", "document-noise=13/5", "--threshold", kImpossible}));
  CHECK(named(usual, accepted) != hash_of({}));

  for (const std::string& hash : {named(usual, accepted), named(strict, refused)}) {
    const Finished shown = server.operate({"thresholds", "--sha256", hash, "--json"});
    REQUIRE(shown.status == 0);
    const std::string text = Json(shown.out).text("/text");
    CHECK(to_hex(sha256(text)) == hash);
    CHECK(text.find("\ndocument-noise 13 5\n") != std::string::npos);
  }
  CHECK(server.operate({"thresholds", "--sha256", std::string(64, '0')}).status == 1);
  CHECK(server.operate({"log", "verify"}).status == 0);
}

TEST_CASE("a client's thresholds hold from the next image on, and a server's from its next start") {
  RunningServer server;
  const Credentials client = server.add_client("changing");
  const auto judged = [&] {
    const Backend backend(server.port(), client);
    const OpenSession session = backend.open("DOCUMENT_VERIFICATION");
    return Json(submit_front(server, session, 8).body).is_true("/ok");
  };
  CHECK(judged());
  CHECK(server.operate({"client", "change", client.key, "--threshold", kImpossible}).status == 0);
  CHECK_FALSE(judged());
  CHECK(server.operate({"client", "change", client.key, "--default-thresholds"}).status == 0);
  CHECK(judged());
  CHECK(server.stop() == 0);
  server.start({.variables = {{"COUNTERSIGN_THRESHOLD",
                               std::string("document-glare=0.05/0.02 ") + kImpossible}}});
  CHECK_FALSE(judged());
  CHECK(server.operate({"log", "verify"}).status == 0);
}

TEST_CASE("an unknown threshold is refused before anything begins") {
  RunningServer server;
  for (const char* wrong : {"document-glare",
                            "document-gleam=0.1",
                            "document-glare=0.1px",
                            "document-glare=0.02/0.06",
                            "document-glare=7"}) {
    CAPTURE(wrong);
    for (const Finished& finished :
         {server.operate({"client", "add", "x", "--threshold", wrong}),
          countersign({"inspect", COUNTERSIGN_PATH, "--threshold", wrong}),
          countersign({"thresholds", "--threshold", wrong})}) {
      CHECK(finished.status == 2);
      CHECK(finished.err.find("--threshold") != std::string::npos);
    }
  }
}

TEST_CASE("local pictures are looked at as the server would") {
  const TempFolder folder;
  const auto good = folder.path() / "good.jpg";
  write(good, fresh_document(9));
  write(folder.path() / "none.jpg", "no picture");

  const Finished seen = countersign({"inspect", good.string(), "--type", "ID_CARD", "--json"});
  CHECK(seen.status == 0);
  const Json found(seen.out);
  CHECK(found.is_true("/inspected/0/ok"));
  CHECK(found.text("/inspected/0/seen/0/name") == "document");
  CHECK(found.text("/thresholds/sha256") == hash_of({}));

  const Finished text = countersign({"inspect", good.string(), "--type", "ID_CARD"});
  CHECK(text.out.find("DOCUMENT_SHARPNESS") != std::string::npos);
  CHECK(text.out.find("document-edge-width") != std::string::npos);

  const auto page = folder.path() / "page.html";
  const Finished refused = countersign({"inspect",
                                        good.string(),
                                        (folder.path() / "none.jpg").string(),
                                        "--threshold",
                                        kImpossible,
                                        "--html",
                                        page.string()});
  CHECK(refused.status == 1);
  CHECK(refused.out.find("DOCUMENT_TOO_SMALL") != std::string::npos);
  const std::string html = text_of(page);
  CHECK(html.find("<polygon class=\"bad\"") != std::string::npos);
  CHECK(html.find("none.jpg is not a picture that can be shown") != std::string::npos);
  CHECK(html.find("<script") == std::string::npos);
}

TEST_CASE("a picture that takes all memory keeps nothing from the others") {
  const TempFolder folder;
  const auto file = [&](const char* name, const std::string& bytes) {
    write(folder.path() / name, bytes);
    return (folder.path() / name).string();
  };
  const std::string good = file("good.jpg", fresh_document(9));
  const std::string greedy = file("greedy.jpg", confined::hostile_image("allocate"));
  const std::string other = file("other.jpg", fresh_document(11));
  const Finished seen = countersign({"inspect",
                                     good,
                                     greedy,
                                     other,
                                     "--type",
                                     "ID_CARD",
                                     "--inspector",
                                     HOSTILE_INSPECTOR_PATH,
                                     "--json"});
  CHECK(seen.status == 1);
  const Json found(seen.out);
  CHECK(found.text("/inspected/0/pictures/0/file") == good);
  CHECK(found.text("/inspected/1/pictures/0/file") == greedy);
  CHECK_FALSE(found.is_true("/inspected/1/ok"));
  CHECK(found.text("/inspected/2/pictures/0/file") == other);
  CHECK(found.is_true("/inspected/2/ok"));
}

TEST_CASE("a page replaces nothing but a file, and no picture that is looked at") {
  const TempFolder folder;
  const auto good = folder.path() / "good.jpg";
  write(good, fresh_document(10));
  const Finished itself = countersign({"inspect", good.string(), "--html", good.string()});
  CHECK(itself.status == 2);
  CHECK(itself.err.find("would overwrite") != std::string::npos);
  CHECK(text_of(good) == fresh_document(10));

  const auto pipe = folder.path() / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  for (const std::filesystem::path& target : {pipe, folder.path()}) {
    const Finished other = countersign({"inspect", good.string(), "--html", target.string()});
    CHECK(other.status == 1);
    CHECK(other.err.find("cannot write " + target.string()) != std::string::npos);
  }
  CHECK(std::filesystem::is_fifo(pipe));
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 2);
}

TEST_CASE("frames are not said to show what nobody can judge") {
  const TempFolder folder;
  const auto frame = folder.path() / "frame.jpg";
  write(frame, fresh_frames(1).front());
  const Finished smile =
      countersign({"inspect", "--liveness", "LOOK_STRAIGHT,SMILE", frame.string()});
  CHECK(smile.status == 2);
  CHECK(smile.err.find("SMILE") != std::string::npos);
}

TEST_CASE("local frames are looked at together") {
  const TempFolder folder;
  Arguments command{"inspect", "--liveness", "LOOK_STRAIGHT,TURN_LEFT", "--json"};
  for (const char* name : {"1.jpg", "2.jpg"}) {
    write(folder.path() / name, "no picture");
    command.push_back((folder.path() / name).string());
  }
  const Finished seen = countersign(command);
  CHECK(seen.status == 1);
  const Json found(seen.out);
  CHECK(found.text("/inspected/0/issues/0/code") == "LIVENESS_UNREADABLE");
  CHECK(found.text("/inspected/0/pictures/1/file") == (folder.path() / "2.jpg").string());
}

TEST_CASE("a file that cannot be inspected is reported in one line") {
  const Finished missing = countersign({"inspect", "/no/such/file.jpg"});
  CHECK(missing.status == 2);
  CHECK(missing.err.find("/no/such/file.jpg") != std::string::npos);
  CHECK(countersign({"inspect"}).status == 2);
  CHECK(countersign({"inspect", COUNTERSIGN_PATH, "--side", "TOP"}).status == 2);
  CHECK(countersign({"inspect", COUNTERSIGN_PATH, "--liveness", "DANCE"}).status == 2);
  CHECK(countersign({"inspect", COUNTERSIGN_PATH, "--liveness", "BLINK", "--type", "PASSPORT"})
            .status == 2);
}

}  // namespace countersign::tests::thresholds_test
