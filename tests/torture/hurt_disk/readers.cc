#include "tests/torture/hurt_disk/readers.h"

#include <chrono>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/json.h"
#include "tests/torture/rig/visitor.h"

namespace countersign::torture {
namespace {

using tests::Answer;
using tests::Backend;
using tests::Json;

constexpr std::chrono::milliseconds kPause{1};

// Whether the server says that there is no answer at present.
bool is_put_off(const Answer& answer) { return answer.status == 429 || answer.status >= 500; }

}  // namespace

Readers::Readers(std::uint16_t port,
                 const tests::Credentials& sandbox,
                 const std::vector<Capture>& told,
                 std::uint64_t seed)
    : port_(port), sandbox_(sandbox), told_(told) {
  if (told_.empty()) return;
  for (std::size_t i = 0; i < kThreads; ++i) {
    threads_.emplace_back([this, seed, i] { read(i, seed + i); });
  }
}

// A thread asks for the sessions whose place modulo kThreads is its number.
void Readers::read(std::size_t number, std::uint64_t seed) {
  Draw draw(seed);
  while (!stopping_) {
    const std::size_t place = draw() % told_.size();
    const Capture& capture = told_[place];
    if (place % kThreads == number && capture.is_known()) look_at(capture, draw);
    std::this_thread::sleep_for(kPause);
  }
}

void Readers::expect(bool is_right, const std::string& what, const Answer& answer) {
  if (is_right) {
    ++right_;
  } else if (answer.status == 0) {
    ++unanswered_;
  } else if (is_put_off(answer)) {
    ++refused_;
  } else {
    const std::lock_guard lock(mutex_);
    wrong_.push_back("while it was hurt, " + what + " was answered " +
                     std::to_string(answer.status) + " " + answer.body.substr(0, 300));
  }
}

void Readers::look_at(const Capture& capture, Draw& draw) {
  const Backend backend(port_, sandbox_);
  const auto of_session = " of session " + capture.id;
  switch (draw() % 3) {
    case 0: {
      const Answer result = backend.result(capture.id);
      const bool is_told = was_told(capture.finalize, kForEver);
      const bool is_right = result.status == 200 &&
                            (!is_told || Json(result.body).text("/resultStatus") ==
                                             Json(capture.finalize->told->body).text("/result"));
      return expect(is_right, "the result" + of_session, result);
    }
    case 1: {
      const Answer created = ask_create(backend, capture);
      const bool is_right = created.status == 200 && created.body == capture.create.told->body;
      return expect(is_right, "the create" + of_session, created);
    }
    default:
      return look_at_file(capture, draw);
  }
}

void Readers::look_at_file(const Capture& capture, Draw& draw) {
  if (capture.submissions.empty()) return;
  const Submission& submission = capture.submissions[draw() % capture.submissions.size()];
  if (!was_told(submission.sent, kForEver)) return;
  const std::string file = Json(submission.sent.told->body).text("/fileId");
  if (file.empty()) return;
  const Answer bytes = Backend(port_, sandbox_).file(capture.id, file);
  if (bytes.status == 0) {  // the server breaks off a download that it cannot read to the end
    ++refused_;
    return;
  }
  const bool is_purged = capture.purge && bytes.status == 410;
  const bool is_whole = bytes.status == 200 && bytes.body == image_of(submission) &&
                        !was_told(capture.purge, kForEver);
  expect(is_purged || is_whole, "file " + file + " of session " + capture.id, bytes);
}

std::vector<std::string> Readers::leave() {
  stopping_ = true;
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  return std::move(wrong_);
}

}  // namespace countersign::torture
