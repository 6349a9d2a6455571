#include "tests/torture/hurt_disk/hurt_server.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>
#include <stdexcept>

#include "tests/torture/hurt_disk/strays.h"
#include "tests/torture/rig/audit.h"

namespace countersign::torture {
namespace {

constexpr std::chrono::seconds kEndLimit{15};
constexpr std::chrono::seconds kOwnEndLimit{30};
constexpr std::size_t kNewcomers = 4;

// Judges the end of a server that ended by itself, by its status and its operator's log.
std::optional<std::string> wrong_own_end(int status, const std::string& operator_log) {
  const bool is_told = operator_log.find("log: write failed") != std::string::npos;
  if (status == kLogFailed && is_told) return std::nullopt;
  return "it ends with " + std::to_string(status) + " and says: " + operator_log;
}

}  // namespace

HurtServer::HurtServer(const tests::Arguments& flags)
    : server_({.flags = flags, .variables = disk_.variables()}),
      sandbox_(server_.add_client("sandbox", {"--sandbox"})) {
  disk_.lies_under(server_.data());
}

std::unique_ptr<Crowd> HurtServer::crowd(Draw& draw, const Crowd::Size& size) {
  const std::string name = "crowd-" + std::to_string(++crowds_);
  return std::make_unique<Crowd>(server_.port(), sandbox_, name, draw(), size);
}

void HurtServer::keep(Crowd& crowd) {
  auto captures = crowd.leave();
  std::move(captures.begin(), captures.end(), std::back_inserter(kept_));
}

std::vector<Capture> HurtServer::visits(Draw& draw, const Crowd::Size& size) {
  const auto visitors = crowd(draw, size);
  (void)visitors->wait_for(std::numeric_limits<std::uint64_t>::max());
  return visitors->leave();
}

bool HurtServer::goes_on(Draw& draw) {
  auto captures = visits(draw, {.threads = kNewcomers, .captures_each = 1});
  const bool all_told = std::ranges::all_of(captures, [](const Capture& capture) {
    return capture.create.told &&
           std::ranges::all_of(capture.submissions, [](const Submission& submission) {
             return submission.sent.told.has_value();
           });
  });
  std::move(captures.begin(), captures.end(), std::back_inserter(kept_));
  return all_told;
}

bool HurtServer::is_ending() {
  return wait_until(kOwnEndLimit, [&] { return end().has_value(); });
}

std::optional<std::string> HurtServer::wrong_end() {
  const int status = end().value_or(-1);
  if (!keeps_log_ && status == kLogFailed) return std::nullopt;
  return wrong_own_end(status, server_.operator_log().substr(log_before_));
}

std::vector<std::string> HurtServer::odd_answers() {
  std::vector<std::string> wrong;
  for (const Capture& capture : kept_) {
    for (const std::string& answer : capture.odd) {
      wrong.push_back("a visitor of session " + capture.id + " was answered " +
                      answer.substr(0, 300));
    }
  }
  return wrong;
}

std::vector<std::string> HurtServer::restart_and_audit(bool verifies) {
  std::vector<std::string> wrong = odd_answers();
  const auto note = [&](std::vector<std::string> found) {
    std::move(found.begin(), found.end(), std::back_inserter(wrong));
  };
  log_before_ = server_.operator_log().size();
  try {
    server_.start();
  } catch (const std::runtime_error& error) {
    is_lost_ = true;
    wrong.push_back(std::string("it does not come back: ") + error.what());
    return wrong;
  }
  all_.insert(all_.end(), kept_.begin(), kept_.end());
  note(strays(server_, sandbox_, all_));
  note(audit(server_.port(), sandbox_, kept_));
  if (verifies) note(verify(server_));
  audited_ = std::move(kept_);
  kept_.clear();
  return wrong;
}

std::vector<std::string> HurtServer::strays_now() const {
  std::vector<Capture> all = all_;
  all.insert(all.end(), kept_.begin(), kept_.end());
  return strays(server_, sandbox_, all);
}

HurtStart::HurtStart(const std::filesystem::path& data,
                     const tests::Arguments& flags,
                     const BadDisk& disk)
    : program_(
          tests::server_command(data, flags), disk.variables(), folder_.path() / "operator.log") {
  try {
    port_ = tests::served_port(program_);
  } catch (const std::runtime_error&) {  // it has reported no port
    (void)program_.wait(kEndLimit);
  }
}

std::string HurtStart::operator_log() const {
  std::ostringstream text;
  text << std::ifstream(folder_.path() / "operator.log").rdbuf();
  return text.str();
}

std::optional<std::string> HurtStart::wrong_end() {
  return wrong_own_end(program_.wait(std::chrono::milliseconds(0)).value_or(-1), operator_log());
}

std::optional<std::string> HurtStart::wrong_refusal() {
  const auto status = program_.wait(std::chrono::milliseconds(0));
  if (!status) return "a start neither serves nor ends";
  const bool is_told = operator_log().find("countersignd: ") != std::string::npos;
  if (*status == kCannotServe && is_told) return std::nullopt;
  return "a start ends with " + std::to_string(*status) + " and says: " + operator_log();
}

}  // namespace countersign::torture
