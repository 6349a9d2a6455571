#include "tests/torture/campaigns/bits/answers.h"

#include <algorithm>
#include <utility>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/json.h"
#include "tests/torture/rig/visitor.h"

namespace countersign::torture {
namespace {

using tests::Answer;
using tests::Backend;
using tests::Device;

constexpr std::size_t kTextShown = 500;

bool is_in_doubt(const std::optional<Sent>& sent) { return sent && !sent->told; }

// The record does not list challenges, so an open session may have had one that was not
// acknowledged.
bool has_ended(const Capture& capture) {
  return capture.finalize || capture.cancel || capture.purge;
}

bool is_in_doubt(const Capture& capture) {
  return is_in_doubt(capture.finalize) || is_in_doubt(capture.cancel) ||
         is_in_doubt(capture.purge) ||
         std::ranges::any_of(capture.submissions,
                             [](const Submission& submission) { return !submission.sent.told; });
}

class Questioner {
 public:
  Questioner(const Capture& capture, const tests::Credentials& client)
      : capture_(capture), client_(client) {}

  std::vector<Question> run() {
    ask_backend("create", [](const Backend& backend, const Capture& capture) {
      return ask_create(backend, capture);
    });
    for (const Submission& submission : capture_.submissions) {
      if (submission.sent.told) ask_about(submission);
    }
    if (was_told(capture_.finalize, kForEver)) {
      ask_device("finalize", [](const Device& device, const Capture& capture) {
        return ask_finalize(device, capture);
      });
    }
    if (!is_in_doubt(capture_)) ask_about_session();
    return std::move(questions_);
  }

 private:
  template <class Ask>
  void ask_backend(const std::string& what, Ask ask) {
    questions_.push_back({what + " of " + capture_.id,
                          [ask, capture = capture_, client = client_](std::uint16_t port) {
                            return ask(Backend(port, client), capture);
                          }});
  }
  template <class Ask>
  void ask_device(const std::string& what, Ask ask) {
    questions_.push_back(
        {what + " of " + capture_.id, [ask, capture = capture_](std::uint16_t port) {
           return ask(Device(port, capture.token), capture);
         }});
  }

  void ask_about(const Submission& submission) {
    const auto submit = [](Submission what) {
      return [what = std::move(what)](const Device& device, const Capture&) {
        return ask_submit(device, what);
      };
    };
    ask_device("submission", submit(submission));
    Submission other = submission;
    other.sent.key += "-other";
    ask_device("used nonce", submit(std::move(other)));
  }

  void ask_about_session() {
    ask_backend("result", [](const Backend& backend, const Capture& capture) {
      return backend.result(capture.id);
    });
    if (has_ended(capture_)) {
      ask_backend("timeline", [](const Backend& backend, const Capture& capture) {
        return backend.timeline(capture.id);
      });
    }
    ask_backend("list of files", [](const Backend& backend, const Capture& capture) {
      return backend.documents(capture.id);
    });
    for (const Submission& submission : capture_.submissions) {
      const std::string file = tests::Json(submission.sent.told->body).text("/fileId");
      if (file.empty()) continue;
      ask_backend("file", [file](const Backend& backend, const Capture& capture) {
        return backend.file(capture.id, file);
      });
    }
  }

  const Capture& capture_;
  const tests::Credentials& client_;
  std::vector<Question> questions_;
};

Said said_in(const Answer& answer) {
  const bool is_good = answer.status >= 200 && answer.status < 300;
  return {answer.status,
          is_good ? answer.body : tests::Json(answer.body).text("/code"),
          answer.header("idempotent-replayed") == "true"};
}

}  // namespace

std::string to_string(const Said& said) {
  return std::to_string(said.status) + (said.is_replayed ? " again " : " ") +
         said.text.substr(0, kTextShown);
}

std::vector<Question> questions_about(const std::vector<Capture>& captures,
                                      const tests::Credentials& client) {
  std::vector<Question> all;
  for (const Capture& capture : captures) {
    if (!capture.create.told) continue;
    auto some = Questioner(capture, client).run();
    std::ranges::move(some, std::back_inserter(all));
  }
  return all;
}

std::vector<Said> ask_all(std::uint16_t port, const std::vector<Question>& questions) {
  std::vector<Said> all;
  for (const Question& question : questions) all.push_back(said_in(question.ask(port)));
  return all;
}

}  // namespace countersign::torture
