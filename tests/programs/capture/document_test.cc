#include "tests/drawing/document.h"

#include <doctest/doctest.h>

#include <future>
#include <string>
#include <vector>

#include "core/inspection/decode/decode.h"
#include "tests/drawing/camera/encode.h"
#include "tests/drawing/specimen.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/running_server.h"

// Documents, judged by the real inspector: every fault of a document has its code.
namespace countersign::tests::document_test {

using drawing::DocumentPlan;

std::string drawn(const DocumentPlan& plan) {
  return drawing::encode(drawing::draw_document(plan), {});
}

// The same picture as another file, with other bytes and other pixels.
std::string encoded_anew(const std::string& file) {
  drawing::Encoding encoding;
  encoding.quality = 75;
  return drawing::encode(decode_image(file, {})->pixels, encoding);
}
// The same pixels in another file, with other bytes.
std::string lossless(const std::string& file) {
  drawing::Encoding encoding;
  encoding.format = ImageFormat::Png;
  return drawing::encode(decode_image(file, {})->pixels, encoding);
}

struct Scene {
  RunningServer server;
  Backend backend{server.port(), server.add_client("shop")};

  Json shown(const Device& device,
             const std::string& image,
             std::string_view type,
             std::string_view side = "FRONT") const {
    return Json(device.document(device.nonce("document"), image, type, side).body);
  }
  Device device(const OpenSession& session) const { return {server.port(), session.token}; }
  Json shown(const std::string& image, std::string_view type, std::string_view side = "FRONT") {
    return shown(device(backend.open("DOCUMENT_VERIFICATION")), image, type, side);
  }
};

TEST_CASE_FIXTURE(Scene, "what a document says against itself, or the claim, has its code") {
  const auto code = [&](DocumentPlan plan, std::string_view type) {
    static std::uint64_t seed = 7000;
    plan.seed = ++seed;
    return shown(drawn(plan), type).text("/code");
  };
  CHECK(code({.type = DocumentType::Passport, .expired = true}, "PASSPORT") == "DOCUMENT_EXPIRED");
  CHECK(code({.type = DocumentType::Passport, .wrong_check_digit = true}, "PASSPORT") ==
        "DOCUMENT_MRZ_INVALID");
  CHECK(code({.type = DocumentType::Passport}, "ID_CARD") == "DOCUMENT_TYPE_MISMATCH");
  CHECK(code({.side = Side::Back}, "PASSPORT") == "DOCUMENT_TYPE_MISMATCH");
  CHECK(code({.side = Side::Back}, "ID_CARD") == "DOCUMENT_SIDE_MISMATCH");
  CHECK(code({.type = DocumentType::Other}, "PASSPORT") == "DOCUMENT_MRZ_NOT_FOUND");
  // An auditor finds every one of these outcomes allowed.
  CHECK(server.operate({"log", "verify"}).status == 0);
}

TEST_CASE_FIXTURE(Scene, "the bar code on a licence's back is read by the inspector") {
  const auto back = [&](DocumentPlan plan, std::string_view front_type) {
    static std::uint64_t seed = 7100;
    plan.seed = ++seed;
    plan.side = Side::Back;
    const OpenSession session = backend.open("DOCUMENT_VERIFICATION");
    const Device holder = device(session);
    DocumentPlan front = plan;
    front.side = Side::Front;
    REQUIRE(shown(holder, drawn(front), front_type).is_true("/ok"));
    const Json outcome = shown(holder, drawn(plan), front_type, "BACK");
    return std::pair{outcome.text("/code"), Json(backend.result(session.id).body).dump("/checks")};
  };
  const auto good = back({.type = DocumentType::DrivingLicense}, "DRIVING_LICENSE");
  CHECK(good.first == "");
  for (const char* check : {"DOCUMENT_BARCODE", "DOCUMENT_EXPIRY", "DOCUMENT_TYPE"}) {
    CAPTURE(check);
    CHECK(good.second.find("{\"check\":\"" + std::string(check) + "\",\"status\":\"PASSED\"") !=
          std::string::npos);
  }
  CHECK(back({.type = DocumentType::DrivingLicense, .expired = true}, "DRIVING_LICENSE").first ==
        "DOCUMENT_EXPIRED");
  CHECK(back({.type = DocumentType::IdCard, .barcode = true}, "DRIVING_LICENSE").first ==
        "DOCUMENT_TYPE_MISMATCH");
  CHECK(server.operate({"log", "verify"}).status == 0);
}

TEST_CASE_FIXTURE(Scene, "the front again is refused as the back, as it is and encoded anew") {
  const Device holder = device(backend.open("DOCUMENT_VERIFICATION"));
  const std::string front = fresh_document(7200);
  REQUIRE(shown(holder, front, "ID_CARD").is_true("/ok"));
  for (const std::string& again : {front, lossless(front), encoded_anew(front)}) {
    CHECK(shown(holder, again, "ID_CARD", "BACK").text("/code") == "DOCUMENT_SAME_SIDE");
  }
  CHECK(shown(holder, fresh_document(7200, Side::Back), "ID_CARD", "BACK").is_true("/ok"));
  CHECK(server.operate({"log", "verify"}).status == 0);
}

TEST_CASE_FIXTURE(Scene, "an image of another session, or nearly that, is reviewed") {
  const std::string page = drawn({.seed = 7300, .type = DocumentType::Passport});
  CHECK(shown(page, "PASSPORT").is_true("/ok"));
  for (const std::string& again : {page, lossless(page), encoded_anew(page)}) {
    const OpenSession session = backend.open("DOCUMENT_VERIFICATION");
    CHECK(shown(device(session), again, "PASSPORT").is_true("/ok"));
    CHECK(Json(device(session).finalize().body).text("/result") == "REVIEW");
    const Json result(backend.result(session.id).body);
    CHECK(result.text("/reasons/0") == "DOCUMENT_DUPLICATE_IMAGE");
    CHECK(result.dump("/checks").find(R"({"check":"DOCUMENT_REUSE","status":"WARNING")") !=
          std::string::npos);
  }

  // Rebuilt views equal the live ones.
  CHECK(server.operate({"projections", "verify"}).status == 0);
  CHECK(server.operate({"log", "verify"}).status == 0);
}

TEST_CASE_FIXTURE(Scene, "of sessions that show one image at once, all but one are remarked on") {
  const std::string page = drawn({.seed = 7400, .type = DocumentType::Passport});
  std::vector<std::future<Json>> outcomes;
  std::vector<OpenSession> sessions;
  std::vector<Device> devices;
  std::vector<std::string> nonces;
  for (int i = 0; i < 4; ++i) {
    sessions.push_back(backend.open("DOCUMENT_VERIFICATION"));
    devices.push_back(device(sessions.back()));
    nonces.push_back(devices.back().nonce("document"));
  }
  for (std::size_t i = 0; i < devices.size(); ++i) {
    outcomes.push_back(std::async(std::launch::async, [&, i] {
      return Json(devices[i].document(nonces[i], page, "PASSPORT").body);
    }));
  }
  std::size_t accepted = 0;
  for (auto& outcome : outcomes) accepted += outcome.get().is_true("/ok") ? 1 : 0;
  std::size_t remarked = 0;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    REQUIRE(devices[i].finalize().status == 200);
    const Json result(backend.result(sessions[i].id).body);
    remarked += result.text("/reasons/0") == "DOCUMENT_DUPLICATE_IMAGE" ? 1 : 0;
  }
  CHECK(accepted == 4);
  CHECK(remarked == 3);
}

TEST_CASE_FIXTURE(Scene, "no device learns that a picture was used, here or at another client") {
  const Backend bank(server.port(), server.add_client("bank"));
  const std::string page = drawn({.seed = 7450, .type = DocumentType::Passport});
  std::vector<std::string> told;
  const auto used = [&](const Backend& whose, const std::string& picture) {
    const OpenSession session = whose.open("DOCUMENT_VERIFICATION");
    const Device holder = device(session);
    const Answer outcome = holder.document(holder.nonce("document"), picture, "PASSPORT");
    CHECK(Json(outcome.body).is_true("/ok"));
    told.push_back(Json(outcome.body).dump("/issues"));
    told.push_back(holder.finalize().body);
    return Json(whose.result(session.id).body).dump("");
  };
  const auto is_remarked = [](const std::string& result) {
    return result.find("DOCUMENT_REUSE") != std::string::npos;
  };
  CHECK_FALSE(is_remarked(used(backend, page)));
  // The other client's own sessions are compared, and the first client's are not.
  CHECK_FALSE(is_remarked(used(bank, page)));
  CHECK(is_remarked(used(bank, encoded_anew(page))));
  CHECK(is_remarked(used(backend, encoded_anew(page))));
  // A device of a new picture and one of a known picture get the same.
  for (std::size_t i = 2; i < told.size(); ++i) CHECK(told[i] == told[i % 2]);
}

TEST_CASE_FIXTURE(Scene, "a client with the switch is told what the zone says") {
  const Backend told(server.port(), server.add_client("bank", {"--mrz-values"}));
  const OpenSession session = told.open("DOCUMENT_VERIFICATION");
  const Device holder = device(session);
  const drawing::Specimen specimen =
      drawing::make_specimen({.seed = 7500, .type = DocumentType::Passport});
  CHECK(shown(holder, drawn({.seed = 7500, .type = DocumentType::Passport}), "PASSPORT")
            .is_true("/ok"));
  CHECK(Json(told.result(session.id).body).is_null("/document/mrz"));
  CHECK(holder.finalize().status == 200);
  const Json result(told.result(session.id).body);
  CHECK(result.text("/document/mrz/documentNumber") == specimen.number);
  CHECK(result.text("/document/mrz/surname") == specimen.surname);
  CHECK(result.text("/document/mrz/nationality") == "UTO");
  CHECK(result.text("/document/mrz/side") == "FRONT");
  CHECK(server.operator_log().find(specimen.number) == std::string::npos);
  CHECK(told.timeline(session.id).body.find("DocumentValuesRead") != std::string::npos);
  CHECK(told.timeline(session.id).body.find(specimen.number) == std::string::npos);
  CHECK(told.purge(session.id).status == 200);
  CHECK(Json(told.result(session.id).body).is_null("/document/mrz"));
  const Finished verified = server.operate({"log", "verify"});
  INFO(verified.out);
  INFO(verified.err);
  CHECK(verified.status == 0);
  const Finished shown_client =
      server.operate({"client", "show", told.credentials().key, "--json"});
  CHECK(Json(shown_client.out).is_true("/mrzValues"));
}

}  // namespace countersign::tests::document_test
