#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/multipart.h"
#include "tests/programs/support/running_server.h"

// A sandbox client, from the operator's command to the exported log.
namespace countersign::tests::sandbox_test {

// A hundred bytes that begin like a JPEG and show nothing.
const std::string kImage = "\xff\xd8\xff\xe0" + std::string(96, 'x');

Answer submit(const Device& device,
              const std::string& step,
              const std::string& part,
              const std::vector<std::string>& names) {
  std::vector<Part> parts{{"nonce", device.nonce(step)}};
  for (const std::string& name : names) parts.push_back({part, kImage, name, "image/jpeg"});
  return device.send(
      "POST", "/api/sdk/" + step, {{"Content-Type", kMultipartType}}, multipart(parts));
}

TEST_CASE("a sandbox client captures to any end with images of nobody, and the log says so") {
  RunningServer server;
  const Credentials sandbox = server.add_client("integrator", {"--sandbox"});
  const Backend backend(server.port(), sandbox);

  struct Ending {
    std::string name;
    std::string result;
    std::string reasons;
  };
  for (const Ending& ending : {Ending{"holiday.jpg", "PASSED", "[]"},
                               Ending{"FACE_MISMATCH.jpg", "FAILED", R"(["FACE_MISMATCH"])"}}) {
    CAPTURE(ending.name);
    const OpenSession session = backend.open("FULL_CAPTURE");
    const Device device(server.port(), session.token);
    const Json blurred(submit(device, "document", "image", {"DOCUMENT_BLURRY.jpg"}).body);
    CHECK(blurred.text("/code") == "DOCUMENT_BLURRY");
    CHECK(Json(submit(device, "document", "image", {"front.jpg"}).body).is_true("/ok"));
    CHECK(Json(submit(device, "liveness", "frames", {"1.jpg", ending.name}).body).is_true("/ok"));
    const Json finalized(device.finalize().body);
    CHECK(finalized.text("/result") == ending.result);
    CHECK(finalized.is_true("/sandbox"));
    const Json result(backend.result(session.id).body);
    CHECK(result.text("/resultStatus") == ending.result);
    CHECK(result.dump("/reasons") == ending.reasons);
    CHECK(result.is_true("/sandbox"));
    CHECK(result.text("/engine/name") == "countersign-sandbox");
    CHECK(backend.bundle(session.id).status == 200);
  }

  const Finished shown = server.operate({"client", "show", sandbox.key, "--json"});
  CHECK(Json(shown.out).is_true("/sandbox"));
  for (const char* flag : {"--sandbox", "--no-sandbox"}) {
    const Finished refused = server.operate({"client", "change", sandbox.key, flag});
    CHECK(refused.status == 2);
    CHECK(refused.err.find("for ever") != std::string::npos);
  }
  CHECK(server.operate({"log", "verify"}).status == 0);
  const std::string exported = server.folder() / "exported";
  CHECK(server.operate({"log", "export", exported}).status == 0);
  CHECK(run_program({COUNTERSIGN_PATH, "log", "verify", exported}).status == 0);
}

}  // namespace countersign::tests::sandbox_test
