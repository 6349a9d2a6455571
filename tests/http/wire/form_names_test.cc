// The names of files in forms, as clients write them.
#include <doctest/doctest.h>

#include <string>

#include "tests/http/support/rig.h"

namespace countersign::http::form_names_test {

// The code with which a sandbox answers to a document whose part has this `filename` parameter.
std::string forced_by(Rig& rig, const Credentials& client, const std::string& disposition) {
  const std::string token = rig.token(client, "DOCUMENT_VERIFICATION");
  Form form;
  form.text("nonce", rig.nonce(token, "document")).file("image", "\xff\xd8\xff", "NAME");
  const std::string written = R"(filename="NAME")";
  const std::size_t at = form.body.find(written);
  REQUIRE(at != std::string::npos);
  form.body.replace(at, written.size(), disposition);
  const Answer answer = rig.send(rig.upload("/api/sdk/document", token, form));
  return answer["ok"] == "true" ? "accepted" : answer.code();
}

TEST_CASE("a name forces what it says behind folders, and however it is written") {
  Rig rig;
  const Credentials client = rig.add_client(any_purpose(), true);
  for (const char* disposition :
       {R"(filename="DOCUMENT_BLURRY.jpg")",
        R"(filename=DOCUMENT_BLURRY.jpg)",
        R"(filename="C:\photos\DOCUMENT_BLURRY.jpg")",
        R"(filename="C:\\photos\\DOCUMENT_BLURRY.jpg")",
        R"(filename="\\server\a/DOCUMENT_BLURRY.jpg")",
        R"(filename="/home/a b/DOCUMENT_BLURRY.jpg")",
        R"(filename="\"photos\"/DOCUMENT_BLURRY.jpg")",
        R"(filename="%22photos%22/DOCUMENT_BLURRY.jpg")",
        R"(filename*=UTF-8''DOCUMENT_BLURRY.jpg)",
        R"(filename="1.jpg"; filename*=UTF-8''a%2FDOCUMENT%5FBLURRY.jpg)"}) {
    INFO(disposition);
    CHECK(forced_by(rig, client, disposition) == "DOCUMENT_BLURRY");
  }
}

TEST_CASE("a name that ends in a backslash is a name, and forces nothing") {
  Rig rig;
  const Credentials client = rig.add_client(any_purpose(), true);
  for (const char* disposition : {R"(filename="photo\")",
                                  R"(filename="DOCUMENT_BLURRY\")",
                                  R"(filename="DOCUMENT_BLURRY.jpg/1.jpg")",
                                  R"(filename="DOCUMENT%5FBLURRY.jpg")",
                                  R"(filename="1.jpg"; filename*=broken)"}) {
    INFO(disposition);
    CHECK(forced_by(rig, client, disposition) == "accepted");
  }
  CHECK(forced_by(rig, client, R"(filename="a"b.jpg")") == "SVC_INVALID_MULTIPART");
}

}  // namespace countersign::http::form_names_test
