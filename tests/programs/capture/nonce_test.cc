#include <doctest/doctest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "tests/programs/support/pictures.h"
#include "tests/programs/support/problem.h"
#include "tests/programs/support/shared_server.h"

// A nonce is redeemed once, in time, and only for its own session and step.
namespace countersign::tests::nonce_test {

void check_invalid(const Answer& answer, const char* reason) {
  check_problem(answer, 400, "SVC_CHALLENGE_INVALID");
  CHECK(Json(answer.body).text("/reason") == reason);
}

Device device_of(std::string_view purpose) {
  return {shared_server().port(), shared_backend().open(purpose).token};
}

TEST_CASE("a replayed nonce is refused, whether its submission was accepted or not") {
  const Device device = device_of("FULL_CAPTURE");
  const std::string& good = document_picture(Side::Front);
  const std::string failed = device.nonce("document");
  CHECK(Json(device.document(failed, good.substr(0, 2000)).body).dump("/ok") == "false");
  check_invalid(device.document(failed, good), "ALREADY_USED");
  const std::string accepted = device.nonce("document");
  CHECK(Json(device.document(accepted, good, "ID_CARD").body).is_true("/ok"));
  check_invalid(device.document(accepted, document_picture(Side::Back), "ID_CARD", "BACK"),
                "ALREADY_USED");
}

TEST_CASE("a nonce of another session, of another step, or of nobody is UNKNOWN") {
  const Device device = device_of("LIVENESS");
  const Device other = device_of("DOCUMENT_VERIFICATION");
  const std::vector<std::string> frames = fresh_frames(3);
  check_invalid(device.liveness(other.nonce("document"), frames), "UNKNOWN");
  check_invalid(device.liveness("no-such-nonce", frames), "UNKNOWN");
  check_invalid(device.liveness("\xff\xfe", frames), "UNKNOWN");
  check_problem(device.liveness(std::string(300, 'A'), frames), 400, "SVC_INVALID_PARAMETER");
  const Device same_step = device_of("DOCUMENT_VERIFICATION");
  check_invalid(same_step.document(other.nonce("document"), document_picture(Side::Front)),
                "UNKNOWN");
}

TEST_CASE("of 64 simultaneous submissions of one nonce exactly one is judged") {
  const Device device = device_of("DOCUMENT_VERIFICATION");
  const std::string nonce = device.nonce("document");
  const std::string& image = document_picture(Side::Front);
  std::atomic<int> judged{0};
  std::atomic<int> refused{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 64; ++i) {
    threads.emplace_back([&] {
      Answer answer = device.document(nonce, image);
      // Two are in flight at a time; the others try again, as they are told. So do those that a
      // busy machine answers 503, which uses nothing up.
      while (answer.status == 429 || answer.status == 503) answer = device.document(nonce, image);
      const Json json(answer.body);
      if (answer.status == 200) ++judged;
      // The others find the nonce used, or the step already complete.
      if (json.text("/code") == "SVC_CHALLENGE_INVALID" || answer.status == 409) ++refused;
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(judged.load() == 1);
  CHECK(refused.load() == 63);
  CHECK(Json(device.status().body).number("/steps/0/attemptsUsed") <= 1);
}

TEST_CASE("eight challenges may wait, the ninth is told to come again") {
  const Device device = device_of("LIVENESS");
  std::vector<std::string> nonces;
  for (int i = 0; i < 8; ++i) nonces.push_back(device.nonce("liveness"));
  const Answer ninth = device.challenge("liveness");
  check_problem(ninth, 429, "SVC_RATE_LIMITED");
  CHECK_FALSE(ninth.header("retry-after").empty());
  // The first one is still good although seven were issued after it.
  CHECK(device.liveness(nonces.front(), fresh_frames(5)).status == 200);
}

}  // namespace countersign::tests::nonce_test
