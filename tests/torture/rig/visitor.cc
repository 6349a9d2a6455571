#include "tests/torture/rig/visitor.h"

#include <chrono>
#include <thread>
#include <utility>

#include "tests/programs/support/multipart.h"

namespace countersign::torture {
namespace {

using tests::Answer;
using tests::Backend;
using tests::Device;
using tests::Json;

constexpr int kTries = 20;
constexpr std::chrono::milliseconds kPause{50};
constexpr const char* kOutcomes[] = {"result-PASSED", "result-FAILED", "result-REVIEW"};

tests::HeaderList key_header(const std::string& key) { return {{"Idempotency-Key", key}}; }

bool is_to_come_again(const Answer& answer) { return answer.status == 503 || answer.status == 429; }

// Whether a client should not get this response. `again`: the call may have been carried out
// before, and takes no Idempotency-Key.
bool is_odd(const Answer& answer, bool again) {
  if (is_to_come_again(answer)) return answer.header("retry-after").empty();
  return answer.status >= 400 && answer.status < 500 && !again;
}

std::string described(const Answer& answer) {
  return std::to_string(answer.status) + " " + answer.body;
}

}  // namespace

Answer ask_create(const Backend& backend, const Capture& capture) {
  return backend.create("DOCUMENT_VERIFICATION", "", key_header(capture.create.key));
}

Answer ask_submit(const Device& device, const Submission& submission) {
  tests::HeaderList headers = key_header(submission.sent.key);
  headers.emplace_back("Content-Type", tests::kMultipartType);
  return device.send(
      "POST",
      "/api/sdk/document",
      std::move(headers),
      tests::multipart(
          {{"nonce", submission.nonce},
           {"documentType", "PASSPORT"},
           {"image", image_of(submission), submission.file_name + ".jpg", "image/jpeg"}}));
}

Answer ask_finalize(const Device& device, const Capture& capture) {
  return device.finalize(key_header(capture.finalize->key));
}

Visitor::Visitor(std::uint16_t port,
                 tests::Credentials sandbox,
                 std::string name,
                 std::uint64_t seed,
                 Tally& tally,
                 const Habits& habits)
    : port_(port),
      backend_(port, std::move(sandbox)),
      name_(std::move(name)),
      habits_(habits),
      draw_(seed),
      tally_(tally) {}

std::string Visitor::new_key() { return name_ + "-" + std::to_string(++keys_); }

bool Visitor::draws(int percent) {
  return std::uniform_int_distribution<int>(1, 100)(draw_) <= percent;
}

template <class Call>
Visitor::Went Visitor::send(Capture& capture, Sent& sent, Call call) {
  Answer answer;
  Moment asked;
  for (int i = 0; i < kTries; ++i) {
    asked = std::chrono::steady_clock::now();
    answer = call();
    if (is_odd(answer, i > 0 && sent.key.empty())) capture.odd.push_back(described(answer));
    if (!is_to_come_again(answer)) break;
    if (answer.status == 503) ++tally_.put_off;
    std::this_thread::sleep_for(kPause);
  }
  if (answer.status == 0) return Went::Gone;
  if (answer.status >= 300) return Went::Refused;
  sent.told = Told{std::move(answer.body), std::chrono::steady_clock::now(), asked};
  ++tally_.told;
  return Went::Well;
}

Visitor::Went Visitor::submit(Capture& capture, const Device& device, std::string file_name) {
  Sent challenge;
  const Went went = send(capture, challenge, [&] { return device.challenge("document"); });
  if (went != Went::Well) return went;
  capture.submissions.push_back({Json(challenge.told->body).text("/nonce"),
                                 std::move(file_name),
                                 {new_key()},
                                 habits_.image,
                                 challenge.told->at,
                                 challenge.told->asked});
  Submission& submission = capture.submissions.back();
  return send(capture, submission.sent, [&] { return ask_submit(device, submission); });
}

Visitor::Went Visitor::submit_all(Capture& capture, const Device& device) {
  const int failures = std::uniform_int_distribution<int>(0, habits_.failures_most)(draw_);
  for (int i = 0; i < failures; ++i) {
    const Went went = submit(capture, device, "DOCUMENT_BLURRY");
    if (went != Went::Well) return went;
  }
  return submit(capture, device, kOutcomes[draw_() % std::size(kOutcomes)]);
}

Visitor::Went Visitor::end(Capture& capture, const Device& device) {
  if (draws(80)) {
    capture.finalize = Sent{new_key()};
    const Went went =
        send(capture, *capture.finalize, [&] { return ask_finalize(device, capture); });
    if (went != Went::Well) return went;
  } else if (draws(50)) {
    capture.cancel = Sent{};
    const Went went = send(capture, *capture.cancel, [&] { return backend_.cancel(capture.id); });
    if (went != Went::Well) return went;
  }
  if (!draws(habits_.purges_percent)) return Went::Well;
  capture.purge = Sent{};
  return send(capture, *capture.purge, [&] { return backend_.purge(capture.id); });
}

bool Visitor::go(Capture& capture) {
  capture.create.key = new_key();
  Went went = send(capture, capture.create, [&] { return ask_create(backend_, capture); });
  if (went != Went::Well) return went != Went::Gone;
  const Json created(capture.create.told->body);
  capture.id = created.text("/sessionId");
  capture.token = created.text("/sessionToken");
  const Device device(port_, capture.token);
  if (draws(10)) return true;
  went = submit_all(capture, device);
  if (went == Went::Well) went = end(capture, device);
  return went != Went::Gone;
}

}  // namespace countersign::torture
