#include "tests/torture/campaigns/linear/session.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <random>
#include <utility>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/json.h"
#include "tests/programs/support/multipart.h"

namespace countersign::torture {
namespace {

using tests::Answer;
using tests::Backend;
using tests::Json;
using tests::Request;

// Less than the server remembers (kChallengesRemembered in core/session/session.h): it answers a
// replay of an older nonce with UNKNOWN.
constexpr std::size_t kNoncesMost = 60;
constexpr std::size_t kOperationsAfterTheEnd = 12;
constexpr int kFinalizeRequest = 0;  // it has no body, so that all of them mean the same

bool draws(Draw& draw, int percent) {
  return std::uniform_int_distribution<int>(1, 100)(draw) <= percent;
}
template <class T>
const T& one_of(Draw& draw, const std::vector<T>& all) {
  return all[draw() % all.size()];
}

const char* step_name(Part part) { return part == Part::Liveness ? "liveness" : "document"; }

// A different image for each request of a session.
std::string image_of(const std::string& session, int request) {
  return "\xff\xd8\xff\xe0" + session + " " + std::to_string(request);
}

std::string file_name_of(Part part, Forced forced) {
  switch (forced) {
    case Forced::Fails:
      return part == Part::Liveness ? "LIVENESS_BLURRY.jpg" : "DOCUMENT_BLURRY.jpg";
    case Forced::Passes:
      return "image.jpg";
    case Forced::EndsInReview:
      return "result-REVIEW.jpg";
    case Forced::EndsInFailure:
      return "result-FAILED.jpg";
  }
  return {};
}

// ---- answers in the words of the model ------------------------------------------------

std::string refusal_text(const Answer& answer, const Json& json) {
  std::string text = std::to_string(answer.status) + " " + json.text("/code");
  for (const char* more : {"/reason", "/currentStep"}) {
    if (json.has(more)) text += " " + json.text(more);
  }
  return text;
}

std::string submission_text(const Json& json) {
  const auto attempt = json.number("/attempt");
  return "200 " + (json.is_true("/ok") ? "ok" : json.text("/code")) + " attempt " +
         std::to_string(attempt) + " of " +
         std::to_string(attempt + json.number("/attemptsRemaining")) +
         (json.is_true("/stepComplete") ? " complete" : "") +
         (json.has("/nextSide") && !json.is_null("/nextSide") ? " " + json.text("/nextSide") : "");
}

std::string status_text(const Json& json) {
  std::string text = "200 " + json.text("/status") + " " + json.text("/currentStep");
  for (std::size_t i = 0; i < json.size("/steps"); ++i) {
    const std::string step = "/steps/" + std::to_string(i);
    text += " " + json.text(step + "/step") + " " + json.text(step + "/state") + " " +
            std::to_string(json.number(step + "/attemptsUsed"));
  }
  return text;
}

std::string judged_text(const Json& json) {
  std::string text;
  for (std::size_t i = 0; i < json.size("/attempts"); ++i) {
    const std::string attempt = "/attempts/" + std::to_string(i);
    const std::string side = json.text(attempt + "/side");
    text += (side.empty() ? json.text(attempt + "/step") : side) + " " +
            std::to_string(json.number(attempt + "/attempt")) + " " +
            (json.is_true(attempt + "/ok") ? "ok" : json.text(attempt + "/code")) + ";";
  }
  return text;
}

std::string purged_text(const Json& json) { return json.is_true("/files/purged") ? " purged" : ""; }

std::string result_text(const Json& json) {
  return "200 " + json.text("/status") + " " + json.text("/resultStatus") + " " +
         judged_text(json) + " " + std::to_string(json.number("/files/stored")) + " files" +
         purged_text(json);
}

std::string documents_text(const Json& json, std::vector<std::string>& files) {
  std::size_t purged = 0;
  for (std::size_t i = 0; i < json.size(""); ++i) {
    const std::string file = "/" + std::to_string(i);
    files.push_back(json.text(file + "/id"));
    purged += json.is_true(file + "/purged");
  }
  if (purged == 0) return "200";
  return purged == files.size() ? "200 purged" : "200 in part purged";
}

std::string text_of(Call call, const Json& json, std::vector<std::string>& files) {
  switch (call) {
    case Call::Challenge:
      return "200";
    case Call::Submit:
      if (json.is_true("/ok")) files.push_back(json.text("/fileId"));
      return submission_text(json);
    case Call::Finalize:
      return "200 " + json.text("/result");
    case Call::Cancel:
      return "200 " + json.text("/status");
    case Call::Purge:
      return "200 " + json.text("/status") + purged_text(json);
    case Call::Status:
      return status_text(json);
    case Call::Result:
      return result_text(json);
    case Call::Documents:
      return documents_text(json, files);
  }
  return {};
}

Reply told_by(const Operation& operation, const Answer& answer) {
  Reply told;
  told.status = answer.status;
  const Json json(answer.body);
  if (answer.status != 200) {
    told.text = refusal_text(answer, json);
    return told;
  }
  told.text = text_of(operation.call, json, told.files);
  told.replayed = answer.header("idempotent-replayed") == "true";
  if (operation.key != Operation::kNone) told.body = answer.body;
  return told;
}

}  // namespace

Nanoseconds steady_now() {
  return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Request SharedSession::creation(const tests::Credentials& client,
                                const SessionModel::Settings& of) {
  const bool full = of.purpose == SessionModel::Purpose::FullCapture;
  return {"POST",
          "/api/svc/session/create",
          {{"Content-Type", "application/json"}},
          R"({"clientKey":")" + client.key + R"(","clientSecret":")" + client.secret +
              R"(","purpose":")" + (full ? "FULL_CAPTURE" : "DOCUMENT_VERIFICATION") + "\"}"};
}

SharedSession::SharedSession(Identity identity,
                             SessionModel::Settings settings,
                             std::vector<std::string> strangers,
                             std::size_t operations)
    : identity_(std::move(identity)),
      settings_(settings),
      strangers_(std::move(strangers)),
      tickets_(operations) {}

bool SharedSession::enter() {
  const std::lock_guard lock(mutex_);
  if (tickets_ == 0) return false;
  --tickets_;
  ++inside_;
  return true;
}

bool SharedSession::leave() {
  const std::lock_guard lock(mutex_);
  return --inside_ == 0 && tickets_ == 0;
}

History SharedSession::history() const {
  const std::lock_guard lock(mutex_);
  History sorted = history_;
  std::ranges::sort(sorted, {}, &Operation::called);
  return sorted;
}

std::vector<std::string> SharedSession::nonces() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> values;
  for (const Known& nonce : nonces_) {
    if (!nonce.value.empty()) values.push_back(nonce.value);
  }
  return values;
}

// ---- what is drawn --------------------------------------------------------------------

Planned SharedSession::plan(Call call, Part part) {
  Planned planned;
  planned.operation.call = call;
  planned.operation.part = part;
  planned.operation.request = call == Call::Finalize ? kFinalizeRequest : ++requests_;
  Request& request = planned.request;
  const bool reads = call == Call::Status || call == Call::Result || call == Call::Documents;
  request.method = reads ? "GET" : "POST";
  if (call == Call::Cancel || call == Call::Purge || call == Call::Result ||
      call == Call::Documents) {
    constexpr const char* kNames[] = {"cancel", "purge", "", "result", "documents"};
    const auto name = static_cast<std::size_t>(call) - static_cast<std::size_t>(Call::Cancel);
    request.path = Backend::session_path(identity_.id, kNames[name]);
    request.headers = Backend(0, identity_.client).headers();
  } else {
    request.headers.emplace_back("Authorization", "Bearer " + identity_.token);
  }
  return planned;
}

Planned SharedSession::challenge_of(Part part) {
  if (part == Part::Back) part = Part::Front;  // one challenge serves both sides of the document
  Planned planned = plan(Call::Challenge, part);
  planned.operation.nonce = static_cast<int>(nonces_.size());
  nonces_.push_back({part, {}, false});
  planned.request.path = std::string("/api/sdk/") + step_name(part) + "/challenge";
  return planned;
}

Planned SharedSession::challenge(Part part) {
  const std::lock_guard lock(mutex_);
  return challenge_of(part);
}

Part SharedSession::draw_part(Draw& draw) const {
  if (draws(draw, 90)) return turn_;
  return one_of(draw, std::vector{Part::Front, Part::Back, Part::Liveness});
}

std::vector<int> SharedSession::numbers_of(Part part, bool spent) const {
  std::vector<int> numbers;
  for (std::size_t i = 0; i < nonces_.size(); ++i) {
    const bool of_step = (nonces_[i].part == Part::Liveness) == (part == Part::Liveness);
    const bool told = !nonces_[i].value.empty();
    if (of_step && told && nonces_[i].spent == spent) numbers.push_back(static_cast<int>(i));
  }
  return numbers;
}

Planned SharedSession::submission(Draw& draw, Part part, int nonce, const std::string& value) {
  Planned planned = plan(Call::Submit, part);
  Operation& operation = planned.operation;
  operation.nonce = nonce;
  constexpr Forced kAccepted[] = {Forced::Passes, Forced::EndsInReview, Forced::EndsInFailure};
  operation.forced = draws(draw, 70) ? Forced::Fails : kAccepted[draw() % std::size(kAccepted)];
  std::vector<tests::Part> parts{{"nonce", value}};
  if (part != Part::Liveness) {
    parts.push_back({"documentType", settings_.has_back ? "ID_CARD" : "PASSPORT"});
    parts.push_back({"side", part == Part::Back ? "BACK" : "FRONT"});
  }
  parts.push_back({part == Part::Liveness ? "frames" : "image",
                   image_of(identity_.id, operation.request),
                   file_name_of(part, operation.forced),
                   "image/jpeg"});
  planned.request.path = std::string("/api/sdk/") + step_name(part);
  planned.request.headers.emplace_back("Content-Type", tests::kMultipartType);
  planned.request.body = tests::multipart(parts);
  return planned;
}

// Draws a submission whose nonce is fresh, used, expired, of another step, of another session or
// made up. Several clients draw the same fresh nonce, so that they race for it.
Planned SharedSession::draw_submission(Draw& draw) {
  const Part part = draw_part(draw);
  const auto with = [&](int nonce) {
    return submission(draw, part, nonce, nonces_[static_cast<std::size_t>(nonce)].value);
  };
  const int kind = std::uniform_int_distribution<int>(1, 100)(draw);
  if (kind <= 4 && !strangers_.empty()) {
    return submission(draw, part, Operation::kNone, one_of(draw, strangers_));
  }
  if (kind <= 7) {
    return submission(draw, part, Operation::kNone, "nobody-" + std::to_string(requests_));
  }
  if (kind <= 11 && !nonces_.empty()) {
    const auto any = static_cast<int>(draw() % nonces_.size());
    if (!nonces_[static_cast<std::size_t>(any)].value.empty()) return with(any);
  }
  const auto used = numbers_of(part, true);
  if (kind <= 25 && !used.empty()) return with(one_of(draw, used));
  const auto fresh = numbers_of(part, false);
  if (!fresh.empty()) return with(one_of(draw, fresh));
  if (nonces_.size() < kNoncesMost) return challenge_of(part);
  return submission(draw, part, Operation::kNone, "nobody");
}

Planned SharedSession::draw_finalize(Draw& draw) {
  Planned planned = plan(Call::Finalize);
  planned.request.path = "/api/sdk/finalize";
  maybe_under_new_key(draw, planned, 60);
  return planned;
}

Planned SharedSession::under_key(Planned planned, int key) {
  planned.operation.key = key;
  planned.request.headers.emplace_back("Idempotency-Key", "key-" + std::to_string(key));
  return planned;
}

void SharedSession::maybe_under_new_key(Draw& draw, Planned& planned, int percent) {
  const bool takes_one =
      planned.operation.call == Call::Submit || planned.operation.call == Call::Finalize;
  if (!takes_one || !draws(draw, percent)) return;
  planned = under_key(std::move(planned), static_cast<int>(keyed_.size()));
  keyed_.push_back(planned);
}

// Repeats a request under its key, or sends another request under that key.
Planned SharedSession::draw_repeat(Draw& draw) {
  if (keyed_.empty()) return draw_submission(draw);
  const Planned& first = one_of(draw, keyed_);
  if (draws(draw, 75)) return first;
  Planned other = draws(draw, 80) ? draw_submission(draw) : plan(Call::Finalize);
  if (other.operation.call == Call::Finalize) other.request.path = "/api/sdk/finalize";
  if (other.operation.call == Call::Challenge) return other;
  return under_key(std::move(other), first.operation.key);
}

Planned SharedSession::draw(Draw& draw) {
  const std::lock_guard lock(mutex_);
  constexpr int kShares[] = {20, 32, 13, 5, 1, 1, 11, 9, 8};
  std::discrete_distribution<int> kinds(std::begin(kShares), std::end(kShares));
  switch (kinds(draw)) {
    case 0:
      if (nonces_.size() < kNoncesMost) return challenge_of(draw_part(draw));
      [[fallthrough]];
    case 1: {
      Planned planned = draw_submission(draw);
      maybe_under_new_key(draw, planned, 40);
      return planned;
    }
    case 2:
      return draw_repeat(draw);
    case 3:
      return draw_finalize(draw);
    case 4:
      return plan(Call::Cancel);
    case 5:
      return plan(Call::Purge);
    case 6: {
      Planned planned = plan(Call::Status);
      planned.request.path = "/api/sdk/status";
      return planned;
    }
    case 7:
      return plan(Call::Result);
    default:
      return plan(Call::Documents);
  }
}

// ---- what is learned ------------------------------------------------------------------

void SharedSession::learn(const Operation& operation, const Answer& answer) {
  const Json json(answer.body);
  const bool went_well = answer.status == 200;
  const auto number = static_cast<std::size_t>(std::max(operation.nonce, 0));
  if (operation.call == Call::Challenge && went_well) {
    nonces_[number].value = json.text("/nonce");
  }
  const bool judged = operation.call == Call::Submit && went_well;
  if (judged && operation.nonce != Operation::kNone) nonces_[number].spent = true;
  if (judged && json.is_true("/ok")) {
    turn_ = json.text("/nextSide") == "BACK" ? Part::Back : Part::Liveness;
  }
  const bool ends = operation.call == Call::Finalize || operation.call == Call::Cancel ||
                    operation.call == Call::Purge;
  if ((ends && went_well) || answer.status == 401) {
    tickets_ = std::min(tickets_, kOperationsAfterTheEnd);
  }
}

void SharedSession::record(Operation operation, const Answer& answer, Nanoseconds returned) {
  operation.returned = returned;
  operation.is_answered = answer.status != 0;
  if (operation.is_answered) operation.told = told_by(operation, answer);
  const std::lock_guard lock(mutex_);
  if (operation.is_answered) learn(operation, answer);
  history_.push_back(std::move(operation));
}

}  // namespace countersign::torture
