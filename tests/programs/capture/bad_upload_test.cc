#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/programs/support/multipart.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/problem.h"
#include "tests/programs/support/shared_server.h"

// Bad uploads, sent to the real server. A refused envelope must not consume the nonce.
namespace countersign::tests::bad_upload_test {

struct Capture {
  OpenSession session = shared_backend().open("FULL_CAPTURE");
  Device device{shared_server().port(), session.token};
  std::string nonce = device.nonce("document");

  Answer send(const std::string& body, const std::string& type = kMultipartType) const {
    return device.send("POST", "/api/sdk/document", {{"Content-Type", type}}, body);
  }
  // Checks that the nonce is still good, and so is the server. The server answers 429 until it has
  // noticed that the clients of the session's other uploads have left.
  void check_unharmed() const {
    Answer answer = device.document(nonce, document_picture(Side::Front));
    for (int i = 0; i < 1000 && answer.status == 429; ++i) {
      answer = device.document(nonce, document_picture(Side::Front));
    }
    CHECK(answer.status == 200);
    CHECK(Json(answer.body).is_true("/ok"));
  }
};

Part image_part() { return {"image", document_picture(Side::Front), "a.jpg", "image/jpeg"}; }

TEST_CASE("a missing part is named") {
  const Capture capture;
  check_problem(capture.send(multipart({{"nonce", capture.nonce}})), 400, "SVC_MISSING_PART");
  check_problem(capture.send(multipart({image_part()})), 400, "SVC_MISSING_PART");
  check_problem(capture.send("--" + kBoundary + "--\r\n"), 400, "SVC_MISSING_PART");
  const Answer answer = capture.send(multipart({{"nonce", capture.nonce}}));
  CHECK(Json(answer.body).text("/field") == "image");
  capture.check_unharmed();
}

TEST_CASE("a part that comes twice, or that nobody asked for, is refused or ignored, never mixed") {
  const Capture capture;
  check_problem(capture.send(multipart({image_part(), image_part(), {"nonce", capture.nonce}})),
                400,
                "SVC_INVALID_MULTIPART");
  check_problem(
      capture.send(multipart({image_part(), {"nonce", capture.nonce}, {"nonce", "another"}})),
      400,
      "SVC_INVALID_MULTIPART");
  capture.check_unharmed();
}

TEST_CASE("a multipart body that is cut off anywhere is SVC_INVALID_MULTIPART") {
  const Capture capture;
  const std::string whole = multipart(
      {{"nonce", capture.nonce}, {"image", document_picture(Side::Front).substr(0, 300), "a.jpg"}});
  for (const std::size_t length : {std::size_t{0},
                                   std::size_t{1},
                                   kBoundary.size(),
                                   kBoundary.size() + 10,
                                   whole.size() / 2,
                                   whole.size() - kBoundary.size(),
                                   whole.size() - 5}) {
    CAPTURE(length);
    const Answer answer = capture.send(whole.substr(0, length));
    check_problem(answer, 400, "SVC_INVALID_MULTIPART");
  }
  capture.check_unharmed();
}

TEST_CASE("multipart without a usable boundary is refused") {
  const Capture capture;
  const std::string body = multipart({image_part(), {"nonce", capture.nonce}});
  for (const char* type : {"multipart/form-data",
                           "multipart/form-data; boundary=",
                           "multipart/form-data; boundary=\"\"",
                           "multipart/form-data; charset=utf-8"}) {
    CAPTURE(type);
    check_problem(capture.send(body, type), 400, "SVC_INVALID_MULTIPART");
  }
  const std::string too_long = "multipart/form-data; boundary=" + std::string(71, 'b');
  check_problem(capture.send(body, too_long), 400, "SVC_INVALID_MULTIPART");
  check_problem(
      capture.send(body, "multipart/form-data; boundary=other"), 400, "SVC_INVALID_MULTIPART");
  capture.check_unharmed();
}

TEST_CASE("an upload that is not multipart is answered with 415") {
  const Capture capture;
  for (const char* type : {"application/json", "image/jpeg", "multipart/mixed; boundary=x"}) {
    CAPTURE(type);
    check_problem(capture.send("{}", type), 415, "SVC_UNSUPPORTED_MEDIA_TYPE");
  }
  check_problem(
      capture.device.send("POST", "/api/sdk/document", {}, "x"), 415, "SVC_UNSUPPORTED_MEDIA_TYPE");
  capture.check_unharmed();
}

TEST_CASE("a part above its limit is 413") {
  const Capture capture;
  const std::string big(11u << 20, 'x');
  const Answer answer =
      capture.send(multipart({{"nonce", capture.nonce}, {"image", big, "a.jpg"}}));
  check_problem(answer, 413, "SVC_PAYLOAD_TOO_LARGE");
  CHECK(Json(answer.body).number("/limitBytes") == 10 << 20);
  check_problem(capture.send(multipart({{"nonce", std::string(100'000, 'n')}, image_part()})),
                400,
                "SVC_INVALID_PARAMETER");
  capture.check_unharmed();
}

TEST_CASE("a request above its limit is 413 before its body is sent") {
  const Capture capture;
  Wire wire(shared_server().port());
  HeaderList headers = capture.device.authorization();
  headers.emplace_back("Content-Type", kMultipartType);
  headers.emplace_back("Content-Length", std::to_string(std::uint64_t{1} << 40));
  REQUIRE(wire.send(bytes_of({"POST", "/api/sdk/document", headers})));
  const auto answer = wire.receive();
  REQUIRE(answer.has_value());
  check_problem(*answer, 413, "SVC_PAYLOAD_TOO_LARGE");
  capture.check_unharmed();
}

TEST_CASE("a chunk of an upload that is announced above the limit is 413 before it is sent") {
  const Capture capture;
  Wire wire(shared_server().port());
  HeaderList headers = capture.device.authorization();
  headers.emplace_back("Content-Type", kMultipartType);
  headers.emplace_back("Transfer-Encoding", "chunked");
  REQUIRE(wire.send(bytes_of({"POST", "/api/sdk/document", headers}) + "FFFFFFFF\r\n"));
  const auto answer = wire.receive();
  REQUIRE(answer.has_value());
  check_problem(*answer, 413, "SVC_PAYLOAD_TOO_LARGE");
  capture.check_unharmed();
}

TEST_CASE("unknown values of documentType and side are named") {
  const Capture capture;
  const std::string& image = document_picture(Side::Front);
  const Answer type = capture.device.document(capture.nonce, image, "LIBRARY_CARD");
  check_problem(type, 400, "SVC_INVALID_PARAMETER");
  CHECK(Json(type.body).text("/field") == "documentType");
  const Answer side = capture.device.document(capture.nonce, image, "", "TOP");
  check_problem(side, 400, "SVC_INVALID_PARAMETER");
  CHECK(Json(side.body).text("/field") == "side");
  capture.check_unharmed();
}

TEST_CASE("BACK before FRONT is out of sequence") {
  const Capture capture;
  check_problem(
      capture.device.document(capture.nonce, document_picture(Side::Back), "ID_CARD", "BACK"),
      409,
      "SVC_STEP_OUT_OF_SEQUENCE");
  capture.check_unharmed();
}

TEST_CASE("bytes that are no JPEG, PNG or WebP are 415, whatever they are called") {
  const Capture capture;
  for (const std::string& bytes : {std::string("GIF89a\x01\x00\x01\x00", 10),
                                   std::string("%PDF-1.7\n"),
                                   std::string("<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
                                   std::string(1, '\xff'),
                                   std::string(5000, '\0')}) {
    check_problem(capture.device.document(capture.nonce, bytes), 415, "SVC_UNSUPPORTED_MEDIA_TYPE");
  }
  const Answer empty = capture.device.document(capture.nonce, "");
  CHECK(empty.status >= 400);
  CHECK(empty.status < 500);
  capture.check_unharmed();
}

TEST_CASE("a picture that is cut off is unreadable, and the attempt counts") {
  const Capture capture;
  for (const ImageFormat format : {ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP}) {
    const std::string& whole = document_picture(Side::Front, format);
    const Answer answer = capture.device.document(capture.device.nonce("document"),
                                                  whole.substr(0, whole.size() / 2));
    CHECK(answer.status == 200);
    CHECK(Json(answer.body).dump("/ok") == "false");
    CHECK(Json(answer.body).text("/code") == "DOCUMENT_UNREADABLE");
  }
  capture.check_unharmed();
}

// A PNG with nothing but a header, which claims `side` by `side` pixels.
std::string png_of(std::uint32_t side) {
  std::string png("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
  for (int twice = 0; twice < 2; ++twice) {
    for (int shift = 24; shift >= 0; shift -= 8) png += static_cast<char>(side >> shift & 0xff);
  }
  png += std::string("\x08\x02\0\0\0", 5);
  return png + std::string(64, '\0');
}

TEST_CASE("absurd dimensions are refused from the header alone, and impossible ones unreadable") {
  const Capture capture;
  const std::string nonce = capture.device.nonce("document");
  for (const std::uint32_t side : {30'000u, 0x7fffffffu}) {
    CAPTURE(side);
    check_problem(capture.device.document(nonce, png_of(side)), 413, "SVC_PAYLOAD_TOO_LARGE");
  }
  for (const std::uint32_t side : {0u, 0xffffffffu}) {
    CAPTURE(side);
    const Answer answer = capture.device.document(capture.device.nonce("document"), png_of(side));
    CHECK(answer.status == 200);
    CHECK(Json(answer.body).text("/code") == "DOCUMENT_UNREADABLE");
  }
  capture.check_unharmed();
}

TEST_CASE("thirteen frames are too many, and no frame is a missing part") {
  const OpenSession session = shared_backend().open("LIVENESS");
  const Device device(shared_server().port(), session.token);
  const std::string nonce = device.nonce("liveness");
  const std::vector<std::string> frames = fresh_frames(1);
  check_problem(
      device.liveness(nonce, std::vector<std::string>(13, frames[0])), 400, "SVC_TOO_MANY_FRAMES");
  check_problem(device.liveness(nonce, {}), 400, "SVC_MISSING_PART");
  const Answer same = device.liveness(nonce, std::vector<std::string>(6, frames[0]));
  CHECK(same.status == 200);
  CHECK(Json(same.body).text("/code") == "LIVENESS_FRAMES_IDENTICAL");
}

TEST_CASE("frames of another session are recognised") {
  std::vector<std::string> frames;
  for (const bool first : {true, false}) {
    const OpenSession session = shared_backend().open("LIVENESS");
    const Device device(shared_server().port(), session.token);
    const LivenessChallenge given = device.liveness_challenge();
    if (first) frames = fresh_recording(given.actions);
    const Json outcome(device.liveness(given.nonce, frames).body);
    CHECK(outcome.is_true("/ok") == first);
    if (first) continue;
    CHECK(outcome.dump("").find("REUSED") == std::string::npos);
    const Json result(shared_backend().result(session.id).body);
    CHECK(result.dump("/attempts").find("LIVENESS_FRAMES_REUSED") != std::string::npos);
  }
}

TEST_CASE("clients that leave half-way through an upload leave nothing behind") {
  const Capture capture;
  const std::string body = multipart({{"nonce", capture.nonce}, image_part()});
  HeaderList headers = capture.device.authorization();
  headers.emplace_back("Content-Type", kMultipartType);
  const std::string request = bytes_of({"POST", "/api/sdk/document", headers, body});
  for (int round = 0; round < 50; ++round) {
    Wire wire(shared_server().port());
    wire.send(request.substr(0, request.size() * static_cast<std::size_t>(round + 1) / 52));
    if (round % 2 == 0) wire.abort();
  }
  capture.check_unharmed();
  CHECK(still_serves());
}

TEST_CASE("clients that leave half-way through a download do not hold it up") {
  const OpenSession session = shared_backend().open("LIVENESS");
  const Device device(shared_server().port(), session.token);
  REQUIRE(Json(device.pass_liveness().body).is_true("/ok"));
  for (int round = 0; round < 30; ++round) {
    Wire wire(shared_server().port());
    wire.send(bytes_of({"GET",
                        Backend::session_path(session.id, "documents/bundle"),
                        shared_backend().headers()}));
    CHECK_FALSE(wire.receive_some().empty());
    wire.abort();
  }
  CHECK(shared_backend().bundle(session.id).status == 200);
  CHECK(still_serves());
}

}  // namespace countersign::tests::bad_upload_test
