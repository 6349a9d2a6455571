// The marks of deliveries that no person's event caused: those of a test, and of a sandbox session.
#include <doctest/doctest.h>

#include <string>

#include "tests/http/webhooks/webhook_rig.h"

namespace countersign::http::webhook_marks_test {

TEST_CASE("a test is sent whatever types the webhook has, signed and marked, and to it alone") {
  WebhookRig rig;
  Receiver receiver;
  Receiver other;
  const Credentials client = rig.rig.add_client();
  const Answer added = rig.add(client, receiver.url(), R"(,"types":["session.completed"])");
  rig.add(client, other.url());
  CHECK(rig.call(client, Method::Post, "/" + added["id"] + "/test").status == 200);
  const Received test = receiver.wait_for(1)[0];
  CHECK(test.type == "webhook.test");
  CHECK(is_signed_by(test, added["secret"]));
  CHECK(test.body.find(R"("test":true)") != std::string::npos);
  CHECK(test.body.find("sessionId") == std::string::npos);
  rig.open(client);
  CHECK(other.wait_for(1)[0].type == "session.created");
}

TEST_CASE("a webhook that is told nothing is sent no test either") {
  WebhookRig rig;
  Receiver receiver;
  const Credentials client = rig.rig.add_client();
  const std::string path = "/" + rig.add(client, receiver.url())["id"];
  rig.call(client, Method::Patch, path, R"({"enabled":false})");
  CHECK(rig.call(client, Method::Post, path + "/test").code() == "SVC_CONFLICT");
  const std::string pending =
      "/" + rig.add_unproven(client, "https://shop.example/hook")["id"] + "/test";
  CHECK(rig.call(client, Method::Post, pending).code() == "SVC_CONFLICT");
  CHECK(rig.call(rig.rig.add_client(), Method::Post, path + "/test").code() == "SVC_NOT_FOUND");
}

TEST_CASE("a delivery of a sandbox session says so") {
  WebhookRig rig;
  Receiver receiver;
  Receiver test_receiver;
  const Credentials client = rig.rig.add_client();
  const Credentials sandbox = rig.rig.add_client(any_purpose(), true);
  rig.add(client, receiver.url());
  rig.add(sandbox, test_receiver.url());
  rig.open(client);
  rig.open(sandbox);
  CHECK(receiver.wait_for(1)[0].body.find(R"("sandbox":false)") != std::string::npos);
  CHECK(test_receiver.wait_for(1)[0].body.find(R"("sandbox":true)") != std::string::npos);
}

}  // namespace countersign::http::webhook_marks_test
