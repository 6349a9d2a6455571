#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "tests/drawing/camera/encode.h"
#include "tests/drawing/document.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/running_server.h"

// The server with a reader: what of the print it compares, and what it answers and records.
namespace countersign::tests::reader_test {

using drawing::DocumentPlan;
using drawing::printed_plan;

// The same document with another last digit in its printed number.
DocumentPlan altered(DocumentPlan plan) {
  plan.printed_number = drawing::specimen_of(plan).number;
  char& last = plan.printed_number.back();
  last = last == '4' ? '7' : '4';
  return plan;
}

std::string drawn(const DocumentPlan& plan) {
  return drawing::encode(drawing::draw_document(plan), {});
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}
bool accepted(const std::string& answer) { return Json(answer).is_true("/ok"); }

struct Readers {
  explicit Readers(const Arguments& more = {}) : server({.flags = with_reader(more)}) {}

  static Arguments with_reader(const Arguments& more) {
    Arguments flags{"--reader", READER_PATH, "--threshold", "document-authenticity-required=no"};
    flags.insert(flags.end(), more.begin(), more.end());
    return flags;
  }
  Device device(const std::string& token) const { return {server.port(), token}; }
  static std::string shown(const Device& shower,
                           const DocumentPlan& plan,
                           std::string_view type,
                           std::string_view side = "FRONT") {
    return shower.document(shower.nonce("document"), drawn(plan), type, side).body;
  }

  RunningServer server;
  Backend backend{server.port(), server.add_client("shop")};
};

TEST_CASE("a passport whose printed number is another one than its zone's goes to review") {
  const Readers at;
  const OpenSession good = at.backend.open("DOCUMENT_VERIFICATION");
  const Device first = at.device(good.token);
  CHECK(accepted(at.shown(first, printed_plan(12, DocumentType::Passport), "PASSPORT")));
  CHECK(Json(first.finalize().body).text("/result") == "PASSED");

  const OpenSession forged = at.backend.open("DOCUMENT_VERIFICATION");
  const Device second = at.device(forged.token);
  const std::string answer =
      at.shown(second, altered(printed_plan(13, DocumentType::Passport)), "PASSPORT");
  CHECK(accepted(answer));
  CHECK(has(answer, "DOCUMENT_DATA_MISMATCH"));
  CHECK(Json(second.finalize().body).text("/result") == "REVIEW");
  const std::string result = at.backend.result(forged.id).body;
  CHECK(has(result, "DOCUMENT_DATA_MISMATCH"));
  CHECK(has(result, "countersign-reader"));
}

// The zone is on the back of a card, and the front comes from the vault.
TEST_CASE("the back of a card is compared with the front that was accepted before") {
  const Readers at;
  const auto result_of = [&](const DocumentPlan& front) {
    const Device device = at.device(at.backend.open("DOCUMENT_VERIFICATION").token);
    REQUIRE(accepted(at.shown(device, front, "ID_CARD")));
    const DocumentPlan back = printed_plan(front.seed, DocumentType::IdCard, Side::Back);
    REQUIRE(accepted(at.shown(device, back, "ID_CARD", "BACK")));
    return Json(device.finalize().body).text("/result");
  };
  CHECK(result_of(printed_plan(14, DocumentType::IdCard)) == "PASSED");
  CHECK(result_of(altered(printed_plan(15, DocumentType::IdCard))) == "REVIEW");
}

TEST_CASE("an operator may have a difference refused, and unread print reviewed") {
  const Readers at(
      {"--threshold", "document-data-differences=0", "--threshold", "document-data-required=yes"});
  const OpenSession session = at.backend.open("DOCUMENT_VERIFICATION");
  const Device device = at.device(session.token);
  const std::string refused =
      at.shown(device, altered(printed_plan(16, DocumentType::Passport)), "PASSPORT");
  CHECK_FALSE(accepted(refused));
  CHECK(Json(refused).text("/code") == "DOCUMENT_DATA_MISMATCH");
  DocumentPlan unread = printed_plan(18, DocumentType::Passport);
  unread.printed_number = "ZZ";
  CHECK(accepted(at.shown(device, unread, "PASSPORT")));
  CHECK(Json(device.finalize().body).text("/result") == "REVIEW");
  CHECK(has(Json(at.backend.result(session.id).body).text("/detail"), "DOCUMENT_DATA"));
}

TEST_CASE("without a reader a document passes as before, unless a comparison is required") {
  const auto result_with = [](const Arguments& more) {
    Arguments flags{"--threshold", "document-authenticity-required=no"};
    flags.insert(flags.end(), more.begin(), more.end());
    const RunningServer server({.flags = flags});
    const Backend backend(server.port(), server.add_client("shop"));
    const OpenSession session = backend.open("DOCUMENT_VERIFICATION");
    const Device device(server.port(), session.token);
    const std::string file = drawn(altered(printed_plan(19, DocumentType::Passport)));
    REQUIRE(Json(device.document(device.nonce("document"), file, "PASSPORT").body).is_true("/ok"));
    std::string result = Json(device.finalize().body).text("/result");
    const std::string recorded = backend.result(session.id).body;
    CHECK(has(recorded, "DOCUMENT_DATA"));
    if (has(recorded, "CHECK_NOT_REQUIRED")) result += " without it";
    return result;
  };
  CHECK(result_with({"--reader", "none"}) == "PASSED without it");
  CHECK(result_with({"--reader", "none", "--threshold", "document-data-required=yes"}) == "REVIEW");
}

TEST_CASE("a reader or a model that is named and is none ends the start with a sentence") {
  const TempFolder folder;
  const auto refused = [&](const Arguments& flags) {
    const Finished finished = run_program(server_command(folder.path() / "data", flags));
    CHECK(finished.status == 2);
    CHECK(finished.err.starts_with("countersignd: "));
    return finished.err;
  };
  CHECK(has(refused({"--reader", "/nonexistent/reader"}), "/nonexistent/reader"));
  CHECK(has(refused({"--reader", READER_PATH, "--reader-model", "/nonexistent/model"}),
            "/nonexistent/model"));
  CHECK(has(refused({"--reader-model", "/nonexistent/model"}), "/nonexistent/model"));
  // Tesseract's own lines are not printed.
  const std::filesystem::path text = folder.path() / "text.traineddata";
  std::ofstream(text) << "no model";
  const std::string no_model = refused({"--reader-model", text});
  CHECK(has(no_model, "is no model"));
  CHECK(std::ranges::count(no_model, '\n') == 1);
}

TEST_CASE("only the reader links Tesseract") {
  const auto needed = [](const char* program) {
    return run_program({"readelf", "-d", program}).out;
  };
  CHECK(has(needed(READER_PATH), "libtesseract"));
  for (const char* program : {COUNTERSIGND_PATH, COUNTERSIGN_PATH, INSPECTOR_PATH}) {
    CHECK(has(needed(program), "(NEEDED)"));
    CHECK_FALSE(has(needed(program), "libtesseract"));
  }
}

}  // namespace countersign::tests::reader_test
