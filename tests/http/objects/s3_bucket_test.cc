#include "http/objects/s3_bucket.h"

#include <doctest/doctest.h>

#include <string>

#include "tests/http/objects/support/s3_scene.h"

namespace countersign::http::s3_bucket_test {

std::string refusal(S3Scene& scene) { return scene.open(scene.settings()).second; }

S3Server::Answer body(std::string text) { return {.body = std::move(text)}; }

TEST_CASE("a bucket that keeps what is removed is refused with the reason") {
  S3Scene scene;
  std::string reason;
  SUBCASE("versions are on") {
    scene.server.configure("versioning=",
                           body("<VersioningConfiguration><Status>Enabled</Status>"
                                "</VersioningConfiguration>"));
    reason = "its versioning is enabled";
  }
  SUBCASE("versions were on") {
    scene.server.configure("versioning=",
                           body("<VersioningConfiguration><Status>Suspended</Status>"
                                "</VersioningConfiguration>"));
    reason = "its versioning is suspended";
  }
  SUBCASE("locks") {
    scene.server.configure("object-lock=",
                           body("<ObjectLockConfiguration><ObjectLockEnabled>Enabled"
                                "</ObjectLockEnabled></ObjectLockConfiguration>"));
    reason = "its objects can be locked";
  }
  SUBCASE("copies elsewhere") {
    scene.server.configure("replication=",
                           body("<ReplicationConfiguration><Rule/></ReplicationConfiguration>"));
    reason = "its objects are copied elsewhere";
  }
  SUBCASE("it does not say") {
    scene.server.configure("versioning=", body("<html>welcome</html>"));
    reason = "it does not say whether the bucket keeps versions";
  }
  SUBCASE("it may not be asked") {
    scene.server.configure("object-lock=", S3Server::error(403, "AccessDenied"));
    reason = "403 AccessDenied";
  }
  const std::string why = refusal(scene);
  CHECK(why.starts_with("--file-store: s3:pictures/some/where cannot hold the files: "));
  CHECK(why.find(reason) != std::string::npos);
  CHECK(scene.server.objects().empty());
}

TEST_CASE("a store that knows no locks and no copies has none") {
  S3Scene scene;
  scene.server.configure("object-lock=", S3Server::error(501, "NotImplemented"));
  scene.server.configure("replication=", body("<ReplicationConfiguration/>"));
  CHECK(refusal(scene) == "");
}

TEST_CASE("a store is tried before it is trusted, and the trial leaves nothing") {
  S3Scene scene;
  CHECK(refusal(scene) == "");
  CHECK(scene.server.objects().empty());
  CHECK(scene.warnings().empty());

  std::string reason;
  SUBCASE("it gives other bytes of a range") {
    scene.server.twist([](const S3Request& request, S3Server::Answer& answer) {
      if (request.method == "GET" && answer.status == 206) answer.body[0] ^= 1;
    });
    reason = "it does not give the bytes of a range";
  }
  SUBCASE("it ignores ranges") {
    scene.server.twist([](const S3Request&, S3Server::Answer& answer) {
      if (answer.status == 206) answer.status = 200;
    });
    reason = "it does not give the bytes of a range";
  }
  SUBCASE("it takes what was not signed") {
    scene.server.twist([](const S3Request& request, S3Server::Answer& answer) {
      if (request.method == "PUT") answer = {};
    });
    reason = "it takes a body whose SHA-256 is not the one that is signed";
  }
  SUBCASE("it gives versions") {
    scene.server.twist([](const S3Request& request, S3Server::Answer& answer) {
      if (request.method == "PUT" && answer.status == 200) answer.fields["x-amz-version-id"] = "3";
    });
    reason = "it gives objects versions";
  }
  SUBCASE("it removes nothing") {
    scene.server.fail(always({.status = 204}, "DELETE"));
    reason = "it still has an object that was removed";
  }
  CHECK(refusal(scene).find(reason) != std::string::npos);
}

}  // namespace countersign::http::s3_bucket_test
