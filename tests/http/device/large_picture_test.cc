#include <doctest/doctest.h>

#include <string>

#include "tests/http/support/rig.h"

namespace countersign::http::large_picture_test {

using namespace std::string_literals;

std::string png(const std::string& side) {
  return "\x89PNG\r\n\x1A\n\0\0\0\x0DIHDR"s + side + side + "\x08\x02\0\0\0\0\0\0\0\0"s;
}

// With an APPn segment before the frame whose length, "GO", begins a script that the engine reads.
std::string jpeg(char process, const std::string& height, const std::string& width, int maps = 0) {
  const std::string segment = "GOOD|" + std::string(0x474F - 5, 'x');
  std::string file = "\xFF\xD8\xFF\xE0" + segment;
  for (int i = 0; i < maps; ++i) file += "\xFF\xE1" + segment;
  return file + "\xFF"s + process + "\0\x11\x08"s + height + width +
         "\x03\x01\x22\0\x02\x11\1\x03\x11\1\xFF\xDA\0\x0C\x03\1\0\2\x11\3\x11\0\x3F\0"s;
}

TEST_CASE("an image that no worker would decode is refused by its header, and costs no attempt") {
  Rig rig;
  const std::string token = rig.token(rig.add_client());
  const std::string nonce = rig.nonce(token, "document");
  const auto answer_to = [&](const std::string& image) {
    const Form form = Form().text("nonce", nonce).file("image", image);
    return rig.send(rig.upload("/api/sdk/document", token, form));
  };
  for (const std::string& image : {png("\0\0\x19\0"s),                        // 6400 x 6400
                                   png("\0\1\0\0"s),                          // 65536 a side
                                   jpeg('\xC2', "\x1F\x40", "\x1F\x40"),      // 8000 x 8000
                                   jpeg('\xC0', "\x3F\xFF", "\x3F\xFF"),      // 16383 a side
                                   jpeg('\xC0', "\x3F\xFF", "\x3F\xFF", 40),  // the same, late
                                   jpeg('\xC0', "\x01\x00"s, "\x40\x01")}) {  // 16385 x 256
    const Answer refused = answer_to(image);
    CHECK(refused.status == 413);
    CHECK(refused["code"] == "SVC_PAYLOAD_TOO_LARGE");
    CHECK(refused["field"] == "image");
  }
  // The pictures of telephones, and the nonce and the attempts are as they were.
  const Answer taken = answer_to(jpeg('\xC0', "\x2F\xD0", "\x3F\xC0", 40));
  CHECK_MESSAGE(taken["ok"] == "true", taken.body);
  CHECK(taken["attempt"] == "1");
}

}  // namespace countersign::http::large_picture_test
