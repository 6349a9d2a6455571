#include "tests/torture/campaigns/mutated/caller.h"

#include <fstream>
#include <utility>

#include "core/text/printable.h"
#include "tests/torture/campaigns/mutated/bytes.h"
#include "tests/torture/campaigns/mutated/requests.h"

namespace countersign::torture {
namespace {

constexpr int kMutatedPercent = 45;
constexpr std::size_t kCallsKept = 400;
constexpr std::size_t kBytesShown = 16 * 1024;

Draw draw_of(std::uint64_t seed, std::uint64_t step) {
  std::seed_seq both{static_cast<std::uint32_t>(seed),
                     static_cast<std::uint32_t>(seed >> 32),
                     static_cast<std::uint32_t>(step),
                     static_cast<std::uint32_t>(step >> 32)};
  return Draw(both);
}

std::string drawn_address(Draw& draw) {
  std::string address = "127";
  for (int i = 0; i < 3; ++i) address += "." + std::to_string(1 + below(draw, 250));
  return address;
}

bool is_fault(int status) { return status >= 500 && status != 503; }

}  // namespace

Caller::Caller(tests::RunningServer& server,
               const Neighbour& neighbour,
               std::uint64_t seed,
               std::filesystem::path folder,
               Findings& findings)
    : server_(server),
      neighbour_(neighbour),
      seed_(seed),
      folder_(std::move(folder)),
      findings_(findings),
      memory_(server.program().id()) {
  memory_.begin();
  held_first_kib_ = memory_.held_kib();
}

void Caller::begin_step(std::uint64_t number) {
  step_ = number;
  draw_ = draw_of(seed_, number);
}

tests::Answer Caller::ask(const std::string& what, std::uint16_t port, tests::Request request) {
  if (has_failed()) return {};
  std::string change;
  if (chance(draw_, kMutatedPercent)) change = mutate(request, draw_);
  Made made{step_, step_name_ + ": " + what, change, tests::bytes_of(request)};
  memory_.begin();
  const auto began = std::chrono::steady_clock::now();
  tests::Answer answer = tests::exchange(port, request, drawn_address(draw_));
  made.took = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - began);
  made.taken_kib = memory_.taken_kib();
  made.status = answer.status;
  judge(made);
  last_.push_back(std::move(made));
  if (last_.size() > kCallsKept) last_.pop_front();
  return answer;
}

void Caller::judge(const Made& made) {
  findings_.count("calls");
  findings_.count("of them changed", !made.change.empty());
  findings_.count("answered 2xx", made.status / 100 == 2);
  findings_.count("4xx", made.status / 100 == 4);
  findings_.count("503", made.status == 503);
  findings_.count("not answered", made.status == 0);
  findings_.most("KiB for one call at most", made.taken_kib);
  if (!server_.program().running()) {
    return wrong(made, "the server has ended: " + server_.operator_log());
  }
  if (is_fault(made.status)) wrong(made, "it was answered " + std::to_string(made.status));
  const std::uint64_t allowed = bounds_.memory_kib + made.bytes.size() * 8 / 1024;
  if (made.taken_kib > allowed) {
    wrong(made, "the server took " + std::to_string(made.taken_kib) + " KiB for it");
  }
  if (memory_.held_kib() > held_first_kib_ + bounds_.growth_kib) {
    wrong(made, "the server holds " + std::to_string(memory_.held_kib()) + " KiB");
  }
  const auto complaints = neighbour_.complaints();
  for (; complaints_ < complaints.size(); ++complaints_) wrong(made, complaints[complaints_]);
}

void Caller::wrong(const Made& made, const std::string& what) {
  findings_.wrong("step " + std::to_string(made.step) + ", " + made.name +
                  (made.change.empty() ? std::string(" as it is") : ", changed: " + made.change) +
                  ", " + std::to_string(made.bytes.size()) + " bytes, " +
                  std::to_string(made.took.count()) + " ms: " + what);
}

void Caller::end() {
  findings_.count("questions of a second login", neighbour_.questions());
  findings_.most("us the quiet median of its answers",
                 static_cast<std::uint64_t>(neighbour_.quiet_median().count()));
  findings_.most("us the slowest", static_cast<std::uint64_t>(neighbour_.slowest().count()));
  if (has_failed()) findings_.wrong("the last calls are in " + write_down().string());
}

std::filesystem::path Caller::write_down() const {
  std::filesystem::create_directories(folder_);
  auto path = folder_ / ("mutated-" + std::to_string(seed_) + ".calls");
  std::ofstream out(path);
  out << "--seed=" << seed_ << "\n";
  for (const Made& made : last_) {
    out << "\nstep " << made.step << ", " << made.name << "\n  changed: " << printable(made.change)
        << "\n  answered " << made.status << " after " << made.took.count() << " ms, "
        << made.taken_kib << " KiB\n  " << printable(made.bytes.substr(0, kBytesShown)) << "\n";
  }
  return path;
}

}  // namespace countersign::torture
