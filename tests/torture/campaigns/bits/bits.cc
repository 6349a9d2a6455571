// Flips one bit in a data folder. Either the start is refused with a sentence, or the server
// serves, and each response is as before or an error for what was hit.
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/events/support/temp_folder.h"
#include "tests/programs/support/running_server.h"
#include "tests/torture/campaigns/bits/answers.h"
#include "tests/torture/campaigns/bits/files.h"
#include "tests/torture/rig/audit.h"
#include "tests/torture/rig/campaign.h"
#include "tests/torture/rig/crowd.h"

namespace countersign::torture {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kEndLimit{15};
// How many of the last records are candidates for a flip in the record's header. Write-ahead log:
// those that ANCHOR does not cover yet. Manifest: nearly all of them.
constexpr std::size_t kLastRecords = 2;
constexpr std::size_t kLastEdits = 40;
enum Exit : int { Stopped = 0, Refused = 1, Failed = 70 };

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// A server on a copy of a data folder, with the keys beside it.
class CopiedServer {
 public:
  explicit CopiedServer(const fs::path& original) {
    for (const auto& entry : fs::directory_iterator(original)) {
      if (!entry.path().filename().string().starts_with("data")) continue;
      fs::copy(entry, copy_.path() / entry.path().filename(), fs::copy_options::recursive);
    }
  }

  fs::path data() const { return copy_.path() / "data"; }
  // Returns nullopt if the server did not start to serve.
  std::optional<std::uint16_t> start() {
    program_ = std::make_unique<tests::Program>(tests::server_command(data(), unlimited()),
                                                tests::Variables{},
                                                copy_.path() / "operator.log");
    try {
      return tests::served_port(*program_);
    } catch (const std::runtime_error&) {
      return std::nullopt;
    }
  }
  bool is_running() { return program_->running(); }
  // Returns nullopt if the server does not end.
  std::optional<int> end() { return program_->wait(kEndLimit); }
  std::optional<int> stop() {
    program_->signal(SIGTERM);
    return end();
  }
  std::string operator_log() const { return text_of(copy_.path() / "operator.log"); }

 private:
  TempFolder copy_;
  std::unique_ptr<tests::Program> program_;
};

// An undamaged folder, and what a server on it answers.
struct Original {
  fs::path folder;
  bool is_killed;
  std::vector<Question> questions;
  std::vector<Said> said{};
};

std::uint64_t captures_wanted(const Orders& orders, Draw& draw) {
  return orders.rounds(40, 80) + draw() % 40;
}

// Fills the folder: some tables from an earlier run, and later data in the write-ahead log only.
// Kills the server under load, or stops it after all clients have left.
std::vector<Capture> fill(tests::RunningServer& server,
                          const tests::Credentials& client,
                          bool is_killed,
                          const Orders& orders,
                          Draw& draw) {
  Crowd first(server.port(), client, "first", draw(), {.threads = 4});
  first.wait_for(captures_wanted(orders, draw));
  std::vector<Capture> all = first.leave();
  server.stop();
  server.start();
  // No purges, since a purge moves everything into tables.
  Crowd second(
      server.port(), client, "second", draw(), {.threads = 4, .habits = {.purges_percent = 0}});
  second.wait_for(captures_wanted(orders, draw));
  if (is_killed) server.kill();
  std::ranges::move(second.leave(), std::back_inserter(all));
  if (!is_killed) server.stop();
  fs::remove(server.data() / "admin.sock");
  return all;
}

// Records the answers of a server on a copy of the undamaged folder, and audits that server.
Original examine(const tests::RunningServer& server,
                 const tests::Credentials& client,
                 const std::vector<Capture>& captures,
                 bool is_killed,
                 Findings& findings) {
  Original original{server.folder(), is_killed, questions_about(captures, client)};
  CopiedServer copy(original.folder);
  const auto port = copy.start();
  if (!port) {
    findings.wrong("an undamaged folder is refused: " + copy.operator_log());
    return original;
  }
  original.said = ask_all(*port, original.questions);
  findings.wrong(audit(*port, client, captures));
  if (copy.stop() != Stopped) findings.wrong("a server on an undamaged folder did not stop");
  return original;
}

// One flipped bit in a copy of a folder, and the checks of the server on it.
class Flip {
 public:
  Flip(const Original& original, const Bit& bit, bool is_harmless, Findings& findings)
      : original_(original), bit_(bit), is_harmless_(is_harmless), findings_(findings) {}

  void run() {
    flip(server_.data(), bit_);
    findings_.count("flips");
    const auto port = server_.start();
    if (!port) return hold_refused();
    const std::vector<Said> said = ask_all(*port, original_.questions);
    findings_.count("answers compared", said.size());
    const auto errors = std::ranges::count_if(said, &Said::is_error);
    findings_.count(errors == 0 ? "served whole" : "served but for what was hit");
    hold(said);
    const bool is_gone = std::ranges::count(said, 0, &Said::status) > 0;
    hold_end(is_gone ? server_.end() : server_.stop());
  }

 private:
  void wrong(const std::string& what) { findings_.wrong(to_string(bit_) + ": " + what); }

  void hold_refused() {
    const auto status = server_.end();
    if (is_harmless_) return wrong("a start is refused for it: " + server_.operator_log());
    if (status != Refused || server_.operator_log().empty()) {
      return wrong("a start that ended with " + std::to_string(status.value_or(-1)) + ": " +
                   server_.operator_log());
    }
    findings_.count("starts refused");
  }

  bool is_right(const Said& said, const Said& before) const {
    return said == before || (said.is_error() && !is_harmless_);
  }

  // Reports the first wrong answer and the number of wrong answers.
  void hold(const std::vector<Said>& said) {
    std::optional<std::string> first;
    std::size_t others = 0;
    for (std::size_t i = 0; i < said.size(); ++i) {
      const Said& before = original_.said[i];
      if (is_right(said[i], before)) continue;
      ++others;
      if (!first) {
        first = original_.questions[i].what + ": " + to_string(said[i]) + ", before " +
                to_string(before);
      }
    }
    if (first) wrong(std::to_string(others) + " answers are others, " + *first);
  }

  // A server may end by itself only if it can no longer write, and says so with the status Failed.
  void hold_end(std::optional<int> status) {
    if (status == Stopped || (status == Failed && !is_harmless_)) return;
    wrong("a server that ended with " + std::to_string(status.value_or(-1)) + ": " +
          server_.operator_log());
  }

  const Original& original_;
  const Bit bit_;
  const bool is_harmless_;
  Findings& findings_;
  CopiedServer server_{original_.folder};
};

void flip_any(const Original& original, FileKind kind, Draw& draw, Findings& findings) {
  const auto bit = draw_bit(original.folder / "data", kind, draw);
  if (bit) Flip(original, *bit, is_harmless(kind), findings).run();
}

void flip_head(const Original& original, FileKind kind, Draw& draw, Findings& findings) {
  const bool is_manifest = kind == FileKind::Manifest;
  const auto bit = draw_bit_of_last_heads(
      original.folder / "data", kind, is_manifest ? kLastEdits : kLastRecords, draw);
  if (!bit) return;
  findings.count(is_manifest          ? "flips in heads of the manifest"
                 : original.is_killed ? "flips in heads of the log's last records after kill -9"
                                      : "flips in heads of the log's last records after a stop");
  Flip(original, *bit, false, findings).run();
}

// If there is little time, each of the two folders gets half of the kinds.
void flip_all(const Original& original, const Orders& orders, Draw& draw, Findings& findings) {
  constexpr std::size_t kKinds = kFileKinds.size();
  for (std::size_t i = 0; i < orders.rounds(kKinds, 2 * kKinds); ++i) {
    if (!orders.full && i % 2 == (original.is_killed ? 0 : 1)) continue;
    flip_any(original, kFileKinds[i % kKinds], draw, findings);
  }
  for (std::uint64_t i = 0; i < orders.rounds(3, 24); ++i) {
    flip_head(original, FileKind::WriteAheadLog, draw, findings);
  }
  for (std::uint64_t i = 0; i < orders.rounds(1, 8); ++i) {
    flip_head(original, FileKind::Manifest, draw, findings);
  }
}

void hurt_folder(bool is_killed, const Orders& orders, Draw& draw, Findings& findings) {
  tests::RunningServer server({.flags = unlimited()});
  const tests::Credentials client = server.add_client("sandbox", {"--sandbox"});
  const std::vector<Capture> captures = fill(server, client, is_killed, orders, draw);
  findings.count(is_killed ? "folders of killed servers" : "folders of stopped servers");
  Original original = examine(server, client, captures, is_killed, findings);
  if (original.said.empty()) return;
  if (orders.control) original.said[draw() % original.said.size()].text += "falsified";
  flip_all(original, orders, draw, findings);
}

Findings bits(const Orders& orders) {
  Findings findings;
  Draw draw(orders.seed);
  for (std::uint64_t folder = 0; folder < orders.rounds(2, 10); ++folder) {
    hurt_folder(folder % 2 == 0, orders, draw, findings);
  }
  return findings;
}

}  // namespace
}  // namespace countersign::torture

int main(int argc, char** argv) {
  return countersign::torture::run_campaign(argc, argv, countersign::torture::bits);
}
