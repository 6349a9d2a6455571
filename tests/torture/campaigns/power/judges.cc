#include "tests/torture/campaigns/power/judges.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "tests/events/support/temp_folder.h"
#include "tests/torture/campaigns/power/check.h"
#include "tests/torture/rig/audit.h"
#include "tests/torture/rig/crowd.h"

namespace countersign::torture {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kAtOnce = 2;
constexpr std::size_t kServedOneOf = 50;
constexpr std::size_t kThoroughOneOf = 4;
constexpr unsigned kSecondsMost = 300;  // for one cut
constexpr std::chrono::seconds kStopLimit{30};
constexpr int kKeptNamesPercents[] = {0, 20, 50, 80, 100};
constexpr Left kHurtful[] = {Left::Torn, Left::Pages, Left::Sectors};
constexpr const char* kKeepVariable = "POWER_KEEP";

template <class Some>
auto one_of(const Some& some, Draw& draw) {
  return some[draw() % std::size(some)];
}

// ---- one cut ------------------------------------------------------------------------------------

void ask_all(std::uint16_t port, const PowerRun& run, Moment until, Held& held) {
  if (run.client_told() > until) return;
  held.wrong = audit(port, run.client(), run.captures(), until);
  held.facts += run.captures().size();
}

void verify(const fs::path& data, Held& held) {
  for (const char* what : {"log", "projections"}) {
    const tests::Finished finished = tests::operate_on(data, {what, "verify"});
    ++held.facts;
    if (finished.status == 0) continue;
    held.wrong.push_back(what + (" verify ends with " + std::to_string(finished.status)) + ": " +
                         finished.out + finished.err);
  }
}

// Starts a real server on what is left, and audits it against the record.
Held serve_and_audit(const fs::path& disk, const PowerRun& run, Moment until) {
  const fs::path said = disk.parent_path() / "said";
  tests::Program server(tests::server_command(data_on(disk), unlimited()), {}, said);
  Held held;
  try {
    ask_all(port_of(server, said), run, until, held);
  } catch (const NotServed& refused) {
    return {.wrong = {refused.what()}};
  }
  verify(data_on(disk), held);
  server.signal(SIGTERM);
  if (server.wait(kStopLimit) != 0) held.wrong.emplace_back("a server did not stop as it should");
  return held;
}

void keep(const Disk& disk, const PlannedCut& planned) {
  const char* const folder = std::getenv(kKeepVariable);
  if (folder == nullptr) return;
  fs::create_directories(folder);
  Draw draw(planned.seed);
  disk.write_cut(fs::path(folder) / std::to_string(planned.seed), planned.cut, draw);
}

Held look_at(const Disk& disk, const PlannedCut& planned, const PowerRun& run) {
  const TempFolder scratch;
  const fs::path left = scratch.path() / "disk";
  Draw draw(planned.seed);
  disk.write_cut(left, planned.cut, draw);
  const ToldUntil told{run.captures(),
                       ClientKey(run.client().key),
                       run.client_told(),
                       run.keys(),
                       moment_of(planned, run)};
  Held held = planned.is_served ? serve_and_audit(left, run, told.until)
                                : check_folder(data_on(left), told, planned.is_thorough);
  if (!held.wrong.empty()) keep(disk, planned);
  return held;
}

Held judged(const Disk& disk, const PlannedCut& planned, const PowerRun& run) noexcept {
  try {
    return look_at(disk, planned, run);
  } catch (const std::exception& error) {
    return {.wrong = {std::string("it cannot be judged: ") + error.what()}};
  }
}

// ---- reports of judges --------------------------------------------------------------------------

void write_report(const fs::path& report, const Held& held) {
  std::ofstream file(report);
  file << held.facts << ' ' << held.events << ' ' << held.torn_writes << '\n';
  for (std::string sentence : held.wrong) {
    std::ranges::replace(sentence, '\n', ' ');
    file << sentence << '\n';
  }
}

Held read_report(const fs::path& report) {
  Held held;
  std::ifstream file(report);
  file >> held.facts >> held.events >> held.torn_writes;
  file.ignore();
  for (std::string line; std::getline(file, line);) held.wrong.push_back(line);
  return held;
}

class Judges {
 public:
  Judges(const PowerRun& run, Findings& findings) : run_(run), findings_(findings) {}
  ~Judges() {
    while (!judges_.empty()) wait_for_one();
  }
  Judges(const Judges&) = delete;
  Judges& operator=(const Judges&) = delete;

  void judge(const Disk& disk, const PlannedCut& planned) {
    while (judges_.size() >= kAtOnce) wait_for_one();
    const fs::path report = scratch_.path() / std::to_string(planned.seed);
    const ::pid_t judge = ::fork();
    if (judge < 0) throw std::runtime_error("no process");
    if (judge == 0) {
      ::alarm(kSecondsMost);
      write_report(report, judged(disk, planned, run_));
      ::_exit(0);
    }
    judges_[judge] = {planned, report};
  }

 private:
  struct Judge {
    PlannedCut planned;
    fs::path report;
  };

  void wait_for_one() {
    int status = 0;
    const auto judge = judges_.extract(::waitpid(-1, &status, 0));
    if (judge.empty()) return;
    const auto& [planned, report] = judge.mapped();
    Held held = read_report(report);
    if (status != 0) held.wrong = {"its judge ended with " + std::to_string(status)};
    count(planned, held);
  }

  void count(const PlannedCut& planned, const Held& held) {
    findings_.count("cuts");
    findings_.count(std::string(name_of(planned.aim)));
    findings_.count(std::string(name_of(planned.cut.promise)) + " names");
    findings_.count(std::string(name_of(planned.cut.left)));
    findings_.count("served and audited", planned.is_served ? 1 : 0);
    findings_.count("last writes dropped at an open", held.torn_writes);
    findings_.count("facts held", held.facts);
    findings_.most("events in the longest log", held.events);
    for (const std::string& why : held.wrong) findings_.wrong(text_of(planned) + ": " + why);
  }

  const PowerRun& run_;
  Findings& findings_;
  const TempFolder scratch_;
  std::map<::pid_t, Judge> judges_;
};

}  // namespace

std::string text_of(const PlannedCut& planned) {
  std::ostringstream text;
  text << "cut after " << planned.acts << " acts, " << name_of(planned.aim) << ", "
       << name_of(planned.cut.promise) << " names, " << planned.cut.kept_names_percent << "% kept, "
       << name_of(planned.cut.left) << " (" << planned.seed << ")";
  return text.str();
}

PlannedCut plan_cut(const CutMoments& moments, std::size_t number, Draw& draw) {
  PlannedCut planned{.aim = kAims[number % std::size(kAims)], .seed = draw()};
  planned.acts = moments.draw(planned.aim, draw);
  planned.cut = {one_of(kPromises, draw), one_of(kKeptNamesPercents, draw), one_of(kLefts, draw)};
  if (planned.aim == Aim::LogSync) planned.cut.left = one_of(kHurtful, draw);
  planned.is_served = number % kServedOneOf == 0;
  planned.is_thorough = number % kThoroughOneOf == 0;
  return planned;
}

std::vector<PlannedCut> plan_cuts(const CutMoments& moments, std::size_t number, Draw& draw) {
  std::vector<PlannedCut> cuts;
  for (std::size_t i = 0; i < number; ++i) cuts.push_back(plan_cut(moments, i, draw));
  return cuts;
}

Moment moment_of(const PlannedCut& planned, const PowerRun& run) {
  return planned.acts < run.acts().size() ? run.acts()[planned.acts].at : kForEver;
}

void judge_cuts(const PowerRun& run,
                Disk disk,
                std::vector<PlannedCut> cuts,
                Findings& findings,
                const std::optional<Leftover>& leftover) {
  std::ranges::sort(cuts, {}, &PlannedCut::acts);
  Judges judges(run, findings);
  auto next = cuts.begin();
  for (std::size_t done = 0; done <= run.acts().size(); ++done) {
    for (; next != cuts.end() && next->acts == done; ++next) judges.judge(disk, *next);
    if (leftover && leftover->planned.acts == done) {
      Draw draw(leftover->planned.seed);
      disk.write_cut(leftover->disk, leftover->planned.cut, draw);
    }
    if (done < run.acts().size()) disk.apply(run.acts()[done]);
  }
}

}  // namespace countersign::torture
