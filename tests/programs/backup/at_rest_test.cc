#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/drawing/specimen.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/running_server.h"

// The disk holds nothing that its thief could use.
namespace countersign::tests::at_rest_test {

namespace fs = std::filesystem;

struct Needle {
  const char* what;
  std::string bytes;
};

std::string content_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void check_absent(const std::string& haystack, const std::vector<Needle>& needles) {
  for (const Needle& needle : needles) {
    CAPTURE(needle.what);
    REQUIRE(needle.bytes.size() >= 12);
    CHECK(haystack.find(needle.bytes) == std::string::npos);
  }
}

void check_folder(const fs::path& folder, const std::vector<Needle>& needles) {
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    CAPTURE(entry.path().string());
    check_absent(content_of(entry.path()), needles);
    ++files;
  }
  CHECK(files > 5);
}

TEST_CASE(
    "no picture, token, secret or nonce is readable in the data folder or the operator's log") {
  RunningServer server({.flags = {"--log-level=debug"}});
  const Credentials client = server.add_client("shop");
  const Backend backend(server.port(), client);
  const std::string idempotency_key = "idempotency-key-0123456789";
  const Answer created = backend.create("FULL_CAPTURE", "", {{"Idempotency-Key", idempotency_key}});
  REQUIRE(created.status == 200);
  const std::string token = Json(created.body).text("/sessionToken");
  const std::string session = Json(created.body).text("/sessionId");
  const Device device(server.port(), token);
  const std::string& jpeg = document_picture(Side::Front);
  const std::string& png = document_picture(Side::Back, ImageFormat::Png);
  const std::string front_nonce = device.nonce("document");
  const std::string unused_nonce = device.nonce("document");
  REQUIRE(Json(device.document(front_nonce, jpeg, "ID_CARD").body).is_true("/ok"));
  REQUIRE(
      Json(device.document(device.nonce("document"), png, "ID_CARD", "BACK").body).is_true("/ok"));
  const LivenessChallenge live = device.liveness_challenge();
  const std::string& live_nonce = live.nonce;
  const std::vector<std::string> frames = fresh_recording(live.actions);
  REQUIRE(Json(device.liveness(live_nonce, frames).body).is_true("/ok"));
  REQUIRE(device.finalize({{"Idempotency-Key", idempotency_key + "-f"}}).status == 200);
  REQUIRE(backend.bundle(session).status == 200);
  const Json rotated(server.operate({"client", "rotate", client.key, "--json"}).out);

  const std::vector<Needle> needles{
      {"client secret", client.secret},
      {"second client secret", rotated.text("/clientSecret")},
      {"session token", token},
      {"session token without its prefix", token.substr(5)},
      {"used nonce", front_nonce},
      {"unused nonce", unused_nonce},
      {"liveness nonce", live_nonce},
      {"idempotency key", idempotency_key},
      {"beginning of a JPEG", jpeg.substr(0, 20)},
      {"middle of a JPEG", jpeg.substr(jpeg.size() / 2, 24)},
      {"beginning of a PNG", png.substr(0, 24)},
      {"middle of a PNG", png.substr(png.size() / 2, 24)},
      {"end of a frame", frames[4].substr(frames[4].size() - 24)},
  };
  check_folder(server.data(), needles);
  const Finished exported = server.operate({"log", "export"});
  CHECK(exported.out.find(session) != std::string::npos);
  check_absent(exported.out, needles);
  REQUIRE(server.stop() == 0);
  check_folder(server.data(), needles);
  CHECK(server.operator_log().find("request answered") != std::string::npos);
  check_absent(server.operator_log(), needles);
  check_absent(content_of(server.folder() / "data.master.key"), needles);
  // The master key itself is only in its own file.
  check_folder(server.data(),
               {{"master key", content_of(server.folder() / "data.master.key").substr(0, 32)}});
}

TEST_CASE("a zone's text is nowhere on the disk in the clear, and is unreadable after a purge") {
  RunningServer server({.flags = {"--log-level=debug"}});
  const Backend backend(server.port(), server.add_client("bank", {"--mrz-values"}));
  const OpenSession session = backend.open("DOCUMENT_VERIFICATION");
  const Device device(server.port(), session.token);
  const std::uint64_t seed = 4711;
  const std::string page = fresh_document(seed, Side::Front, DocumentType::Passport);
  REQUIRE(Json(device.document(device.nonce("document"), page, "PASSPORT").body).is_true("/ok"));
  REQUIRE(device.finalize().status == 200);
  const Json result(backend.result(session.id).body);
  const std::string number = result.text("/document/mrz/documentNumber");
  const std::string surname = result.text("/document/mrz/surname");
  const drawing::Specimen specimen =
      drawing::make_specimen({.seed = seed, .type = DocumentType::Passport});
  REQUIRE(number == specimen.number);
  REQUIRE(surname == specimen.surname);
  const std::vector<Needle> needles{
      {"document number as JSON", "\"documentNumber\":\"" + number},
      {"name as JSON", "\"surname\":\"" + surname},
      {"upper line", specimen.mrz[0].substr(0, 14)},
      {"lower line", specimen.mrz[1].substr(0, 20)},
      {"number with its digit", specimen.mrz[1].substr(0, 13)},
  };
  check_folder(server.data(), needles);
  const std::string exported = server.operate({"log", "export"}).out;
  CHECK(exported.find("DocumentValuesRead") != std::string::npos);
  check_absent(exported, needles);
  check_absent(server.operator_log(), needles);
  CHECK(exported.find(number) == std::string::npos);
  CHECK(server.operator_log().find(number) == std::string::npos);

  REQUIRE(backend.purge(session.id).status == 200);
  CHECK(Json(backend.result(session.id).body).is_null("/document/mrz"));
  REQUIRE(server.stop() == 0);
  check_folder(server.data(), needles);
  server.start();
  const Backend after(server.port(), backend.credentials());
  CHECK(Json(after.result(session.id).body).is_null("/document/mrz"));
}

}  // namespace countersign::tests::at_rest_test
