#include "http/objects/s3_client.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <string>

#include "tests/http/objects/support/s3_scene.h"

namespace countersign::http::s3_client_test {

TEST_CASE("the test's server computes the signature of the published example") {
  // Amazon S3 API reference, "Authenticating requests: using the Authorization header", GET Object.
  const S3Request request{
      .method = "GET",
      .path = "/test.txt",
      .fields = {
          {"host", "examplebucket.s3.amazonaws.com"},
          {"range", "bytes=0-9"},
          {"x-amz-content-sha256", std::string(kSha256OfNothing)},
          {"x-amz-date", "20130524T000000Z"},
          {"authorization",
           "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
           "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature="
           "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"}}};
  const S3Credentials credentials{
      "AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "us-east-1"};
  CHECK_FALSE(wrong_with_signature(request, credentials));
  S3Request changed = request;
  changed.fields["range"] = "bytes=0-8";
  CHECK(wrong_with_signature(changed, credentials) == "SignatureDoesNotMatch");
}

TEST_CASE("calls are signed as the store computes it, in both styles, with and without a query") {
  for (const bool path_style : {true, false}) {
    CAPTURE(path_style);
    S3Scene scene;
    S3Client client(scene.settings(path_style));
    for (const char* query : {"versioning=", "list-type=2&prefix=a%2Fb", ""}) {
      const auto answer = client.ask({.object = *query == 0 ? "new/a1/x" : "", .query = query});
      REQUIRE_MESSAGE(answer.has_value(), (answer ? "" : answer.error().why));
      CHECK(answer->status == (*query == 0 ? 404 : 200));
    }
    CHECK_FALSE(client.fault());
  }
}

// The sentence of a call that fails.
std::string failure(S3Client& client) {
  const auto answer = client.ask({.query = "versioning="});
  REQUIRE_FALSE(answer);
  return answer.error().why;
}

TEST_CASE("wrong credentials are named at once, and their text is in no sentence") {
  S3Scene scene;
  S3Settings settings = scene.settings();
  SUBCASE("the secret") { settings.secret = Secret("not the secret"); }
  SUBCASE("the key") { settings.key_id = "OTHERKEY"; }
  S3Client client(std::move(settings));
  const std::string why = failure(client);
  CHECK(why.find("403") != std::string::npos);
  CHECK(why.find("the credentials of --s3-key-file are wrong") != std::string::npos);
  CHECK(scene.server.requests().size() == 1);
  REQUIRE(scene.warnings().size() == 1);
  for (const std::string& text : {why, scene.warnings().front()}) {
    CHECK(text.find("not the secret") == std::string::npos);
    CHECK(text.find("KEY") == std::string::npos);
    CHECK(text.find("Words of the store") == std::string::npos);
  }
  CHECK(client.fault() == why);
}

TEST_CASE("a refusal says what is wrong") {
  S3Scene scene;
  S3Client client(scene.settings());
  const auto why = [&](int status, const std::string& code) {
    scene.server.fail(always(S3Server::error(status, code)));
    return failure(client);
  };
  CHECK(why(403, "RequestTimeTooSkewed").find("the clock of this machine") != std::string::npos);
  CHECK(why(404, "NoSuchBucket").find("there is no such bucket") != std::string::npos);
  CHECK(why(301, "PermanentRedirect").find("check --s3-endpoint and --s3-region") !=
        std::string::npos);
  CHECK(why(400, "Strange").find("400 Strange, which is no answer") != std::string::npos);
  CHECK(scene.server.requests().size() == 4);
}

TEST_CASE("a store that is overloaded is asked again, until it answers") {
  S3Scene scene;
  S3Client client(scene.settings());
  std::atomic<int> left{3};
  scene.server.fail([&](const S3Request&) -> std::optional<S3Server::Answer> {
    if (left-- > 0) return S3Server::error(503, "SlowDown");
    return std::nullopt;
  });
  CHECK(client.ask({.query = "versioning="}));
  CHECK(scene.server.requests().size() == 4);
  CHECK(scene.warnings().empty());
}

TEST_CASE("a call ends in its time, and is then tried once until the store serves again") {
  S3Scene scene;
  S3Settings settings = scene.settings();
  settings.patience = std::chrono::milliseconds(400);
  settings.impatience = std::chrono::milliseconds(300);
  S3Client client(std::move(settings));
  SUBCASE("it answers 503") { scene.server.fail(always(S3Server::error(503, "SlowDown"))); }
  SUBCASE("it is silent") { scene.server.fail(always({.is_silent = true})); }
  SUBCASE("it ends connections") {
    scene.server.fail(always({.body = "<VersioningConfiguration/>", .cut_at = 5}));
  }
  const auto begin = std::chrono::steady_clock::now();
  const std::string why = failure(client);
  CHECK((why.starts_with("it answers 503 SlowDown") || why.starts_with("it does not answer: ")));
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
  const std::size_t before = scene.server.requests().size();
  failure(client);
  CHECK(scene.server.requests().size() == before + 1);
  CHECK(scene.warnings().size() == 1);
  scene.server.fail({});
  CHECK(client.ask({.query = "versioning="}));
  CHECK_FALSE(client.fault());
  const MutexLock lock(scene.mutex);
  REQUIRE(scene.told.size() == 1);
  CHECK(scene.told.front() == "files: s3:pictures/some/where: it serves again");
}

TEST_CASE("a store that nobody reaches does not answer") {
  S3Scene scene;
  S3Settings settings = scene.settings();
  settings.patience = std::chrono::milliseconds(200);
  settings.address.endpoint = "http://127.0.0.1:1";
  S3Client client(std::move(settings));
  CHECK(failure(client).starts_with("it does not answer: "));
}

TEST_CASE("a page of somebody else that says 404 does not pass for an object that is gone") {
  S3Scene scene;
  S3Client client(scene.settings());
  S3Server::Answer page;
  SUBCASE("without a code") { page = {.status = 404, .body = "<html>Not Found</html>"}; }
  SUBCASE("with another code") { page = S3Server::error(404, "NoSuchUpload"); }
  SUBCASE("what is not implemented") { page = S3Server::error(501, "NotImplemented"); }
  scene.server.fail(always(page));
  for (const auto method : {SignedRequest::Method::Get, SignedRequest::Method::Delete}) {
    const auto answer = client.ask({.method = method, .object = "new/a1/x"});
    REQUIRE_FALSE(answer);
    CHECK(answer.error().why.find("which is no answer to the call") != std::string::npos);
  }
  scene.server.fail(always(S3Server::error(404, "NoSuchKey")));
  const auto gone = client.ask({.object = "new/a1/x"});
  REQUIRE(gone);
  CHECK(gone->status == kNotFound);
}

TEST_CASE("a key that may read and not write is a fault until a writing succeeds") {
  S3Scene scene;
  S3Client client(scene.settings());
  scene.server.fail(always(S3Server::error(403, "AccessDenied"), "PUT"));
  const S3Call put{.method = SignedRequest::Method::Put, .object = "new/a1/x"};
  for (int again = 0; again < 3; ++again) {
    CHECK_FALSE(client.ask(put));
    CHECK(client.ask({.query = "versioning="}));
    CHECK(client.ask({.object = "new/a1/x"}));
    CHECK(client.fault(S3Ability::PutObject));
    CHECK_FALSE(client.fault(S3Ability::GetObject));
    CHECK(client.fault()->find("403 AccessDenied") != std::string::npos);
  }
  CHECK(scene.warnings().size() == 1);
  scene.server.fail({});
  CHECK(client.ask(put));
  CHECK_FALSE(client.fault());
}

TEST_CASE("a client that was stopped asks nobody") {
  S3Scene scene;
  S3Client client(scene.settings());
  client.stop();
  CHECK(failure(client) == "this server is stopping");
  CHECK(scene.server.requests().empty());
  CHECK(scene.warnings().empty());
}

TEST_CASE("an answer that is longer than any is none") {
  S3Scene scene;
  S3Client client(scene.settings());
  scene.server.fail(always({.body = std::string(3 << 20, 'x')}));
  CHECK(failure(client) == "it does not answer: the answer is too long");
  CHECK(scene.server.requests().size() == 1);
}

}  // namespace countersign::http::s3_client_test
