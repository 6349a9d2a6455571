#include "tests/torture/campaigns/soak/feed.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/json.h"

namespace countersign::torture {
namespace {

using tests::Answer;
using tests::Json;

constexpr std::chrono::milliseconds kLook{1};
constexpr std::chrono::minutes kEndLimit{10};
constexpr std::chrono::hours kCommandLimit{1};
// Short, so that a follower soon notices that it is to stop.
constexpr const char* kWait = "1s";

SeenEvent event_in(const Json& json, const std::string& at) {
  return {static_cast<std::uint64_t>(json.number(at + "/sequence")),
          json.text(at + "/stream"),
          static_cast<std::uint64_t>(json.number(at + "/version")),
          json.text(at + "/type")};
}

std::string text_of(const SeenEvent& event) {
  return std::to_string(event.sequence) + " " + event.type + " of " + event.stream;
}

}  // namespace

Follower::Follower(std::uint16_t port, tests::Credentials client)
    : port_(port), client_(std::move(client)), thread_([this] { follow(); }) {}

Follower::~Follower() {
  stopping_ = true;
  if (thread_.joinable()) thread_.join();
}

void Follower::follow() {
  while (!stopping_) {
    if (!poll()) std::this_thread::sleep_for(kLook);
  }
}

bool Follower::poll() {
  const std::string after = std::to_string(last_);
  const Answer answer = wire_.ask(port_,
                                  {"GET",
                                   "/api/svc/events?after=" + after + "&limit=500&wait=" + kWait,
                                   tests::Backend(port_, client_).headers()});
  if (answer.status == 503) return false;
  const Json json(answer.body);
  const std::lock_guard lock(mutex_);
  if (answer.status != 200) {
    wrong_.push_back("the feed behind " + after + " is answered " + std::to_string(answer.status));
    stopping_ = true;
    return false;
  }
  for (std::size_t i = 0; i < json.size("/events"); ++i) {
    seen_.push_back(event_in(json, "/events/" + std::to_string(i)));
  }
  last_ = static_cast<std::uint64_t>(json.number("/next"));
  return true;
}

std::vector<SeenEvent> Follower::stop_behind(std::uint64_t sequence,
                                             std::vector<std::string>& wrong) {
  const auto end = std::chrono::steady_clock::now() + kEndLimit;
  while (last_ < sequence && !stopping_ && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(kLook);
  }
  stopping_ = true;
  thread_.join();
  const std::lock_guard lock(mutex_);
  wrong.insert(wrong.end(), wrong_.begin(), wrong_.end());
  while (!seen_.empty() && seen_.back().sequence > sequence) seen_.pop_back();
  return std::move(seen_);
}

tests::Finished operate_at_length(const tests::RunningServer& server,
                                  const tests::Arguments& arguments) {
  tests::Arguments command{COUNTERSIGN_PATH, "--data", server.data().string()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const auto err = server.folder() / "stderr";
  tests::Program program(command, {}, err);
  tests::Finished finished;
  finished.status = program.wait(kCommandLimit).value_or(-1);
  finished.out = program.read_rest();
  std::ostringstream text;
  text << std::ifstream(err).rdbuf();
  finished.err = text.str();
  return finished;
}

std::vector<SeenEvent> exported(const tests::RunningServer& server) {
  const auto file = server.folder() / "events.jsonl";
  const tests::Finished finished = operate_at_length(server, {"log", "export", file.string()});
  if (finished.status != 0) throw std::runtime_error("no export: " + finished.err);
  std::vector<SeenEvent> events;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    SeenEvent event = event_in(Json(line), "");
    const bool is_somebodys =
        event.stream.starts_with("session-") || event.stream.starts_with("client-");
    if (is_somebodys) events.push_back(std::move(event));
  }
  std::filesystem::remove(file);
  return events;
}

std::optional<std::string> difference(const std::vector<SeenEvent>& log,
                                      const std::vector<SeenEvent>& followed) {
  const auto [in_log, given] =
      std::mismatch(log.begin(), log.end(), followed.begin(), followed.end());
  if (in_log == log.end() && given == followed.end()) return std::nullopt;
  const std::string expected = in_log == log.end() ? "nothing" : text_of(*in_log);
  const std::string got = given == followed.end() ? "nothing" : text_of(*given);
  return "the feed has " + got + " where the log has " + expected;
}

// ---- the ledger -----------------------------------------------------------------------

void Ledger::add(const std::vector<Capture>& captures) {
  for (const Capture& capture : captures) {
    if (!capture.is_known()) continue;
    Sum& sum = told_["session-" + capture.id];
    sum.created = 1;
    sum.judged = static_cast<unsigned>(std::ranges::count_if(
        capture.submissions, [](const auto& sent) { return was_told(sent.sent, kForEver); }));
    sum.finalized = was_told(capture.finalize, kForEver) ? 1 : 0;
    sum.purged = was_told(capture.purge, kForEver);
  }
}

void Ledger::count(Sum& sum, const std::string& type) {
  sum.created += type == "SessionCreated";
  sum.judged += type == "DocumentAccepted" || type == "DocumentRejected";
  sum.finalized += type == "SessionFinalized";
  sum.purged = sum.purged || type == "FilesPurged";
}

std::vector<std::string> Ledger::missing_in(const std::vector<SeenEvent>& events) const {
  std::unordered_map<std::string, Sum> happened;
  for (const SeenEvent& event : events) count(happened[event.stream], event.type);
  std::vector<std::string> missing;
  for (const auto& [stream, told] : told_) {
    const Sum& was = happened[stream];
    const bool all = was.created == told.created && was.judged == told.judged &&
                     was.finalized == told.finalized && (was.purged || !told.purged);
    if (!all) missing.push_back("the events of " + stream + " are not what was told of it");
  }
  return missing;
}

}  // namespace countersign::torture
