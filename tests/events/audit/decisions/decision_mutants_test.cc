// An exported log with decisions of every kind, changed by an operator who knows the rules, chains
// the log anew and signs it with the log's own key. The audit finds each change by its first event
// that breaks a rule.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "events/audit/export/verify_export.h"
#include "events/crypto/keys/master_key.h"
#include "events/crypto/os_random.h"
#include "tests/events/audit/decisions/mutant.h"
#include "tests/events/audit/export/exported_log.h"
#include "tests/events/audit/judged_at_once.h"
#include "tests/events/support/temp_folder.h"

namespace countersign::decision_mutants_test {

// So little memory that sessions are put aside on the disk, and divided.
constexpr std::size_t kScantBytes = 8'000;

class Desk {
 public:
  ExportFindings judge(const Events& events, std::size_t bytes_max = kAuditBytesMax) {
    const FolderImage image = ExportableLog(chained_lines(events)).image();
    change_folder(folder_.path() / "log", image_, image);
    image_ = image;
    VerifyExportOptions options;
    options.keys = ExportableLog::keys();
    options.means.bytes_max = bytes_max;
    return verify_export(folder_.path() / "log", options);
  }

 private:
  const TempFolder folder_;
  FolderImage image_;
};

std::string origin() { return ExportableLog::keys().front().name(); }

std::vector<Mutant> all_mutants() {
  std::vector<Mutant> all;
  for (auto some : {mutants_of_opinions(),
                    mutants_of_people(),
                    mutants_of_authors(),
                    mutants_of_corrections(),
                    mutants_of_keys(),
                    mutants_of_signatures(),
                    mutants_of_history()}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

constexpr const char* kSigners[] = {kAnna, kBert, kCora, kBoss, "anna's second"};

const char* signer_of(const Story& story, const DecisionSignature& signature) {
  return *std::ranges::find_if(
      kSigners, [&](const char* name) { return story.key_of(name).id() == signature.key_id; });
}

std::uint64_t session_at(const Tale& tale, std::size_t place) {
  std::uint64_t session = 1;
  while (stream_of(session_id(session)) != tale.events[place].stream) ++session;
  return session;
}

// Signs every decision anew, in their order: `as_earlier` says which as an earlier release did.
void sign_all(Tale& tale, const std::function<bool(std::uint64_t session)>& as_earlier) {
  for (std::size_t place = 0; place < tale.events.size(); ++place) {
    if (Tale::is<ReviewerLoggedIn>(tale.events[place])) {
      tale.in<ReviewerLoggedIn>(place).counter = ++tale.story.key_of(kAnna).counter;
    }
    if (Tale::is<ReviewerKeyAdded>(tale.events[place])) {
      ReviewerKeyAdded& added = tale.in<ReviewerKeyAdded>(place);
      Story& story = tale.story;
      if (added.signature) {
        added.signature = Story::sign_change(story.key_of(kCora), ReviewerId(kCora), added.passkey);
      }
    }
    std::visit(
        [&]<class E>(E& event) {
          if constexpr (requires { event.signature->view; }) {
            if (!event.signature) return;
            const std::uint64_t session = session_at(tale, place);
            const char* const signer = signer_of(tale.story, *event.signature);
            tale.sign_anew<E>(place, session, signer, [&](ReviewStatement& statement) {
              if (as_earlier(session)) statement.view.reset();
            });
          }
        },
        tale.events[place].event);
  }
}

constexpr std::uint64_t kNoSession = 99;

// Makes the events before this session those of an earlier release: in its forms, without opinions
// on corrections, and without the word of a passkey.
void make_earlier(Tale& tale, std::uint64_t first_of_today) {
  const std::size_t end =
      first_of_today == kNoSession ? tale.events.size() : tale.at<SessionCreated>(first_of_today);
  for (std::size_t place = 0; place < end; ++place) {
    RecordedEvent& event = tale.events[place];
    event.older_version = 1;
    if (auto* added = std::get_if<ReviewerKeyAdded>(&event.event)) added->signature.reset();
    std::visit(
        [](auto& decided) {
          if constexpr (requires { decided.not_looked_at; }) decided.not_looked_at.clear();
        },
        event.event);
  }
  sign_all(tale, [&](std::uint64_t session) { return session < first_of_today; });
}

TEST_CASE("a log of an earlier release is found good, and goes on with statements of today") {
  Story story(origin());
  Desk desk;
  for (const std::uint64_t first_of_today : {kNoSession, std::uint64_t{14}}) {
    Tale tale{story, story.events()};
    make_earlier(tale, first_of_today);
    const ExportFindings findings = desk.judge(tale.events, kScantBytes);
    CHECK_MESSAGE(findings.ok(), findings.first_error.value_or(LogFault{}).why);
    CHECK(findings.decisions.signed_by_reviewers == 11);
    CHECK(findings.decisions.passkeys.unsaid == (first_of_today == kNoSession ? 1 : 0));
  }
}

TEST_CASE("no decision of today is signed as an earlier release signed") {
  Story story(origin());
  Desk desk;
  const auto first_fault = [&](bool as_older_event) {
    Tale tale{story, story.events()};
    sign_all(tale, [](std::uint64_t session) { return session == 16; });
    const std::size_t place = tale.at<ReviewDecided>(16);
    if (as_older_event) {
      tale.events[place].older_version = 1;
      tale.in<ReviewDecided>(place).not_looked_at.clear();
    }
    const auto fault = desk.judge(tale.events).first_error;
    REQUIRE(fault);
    CHECK(fault->sequence == Sequence(place + 1));
    return fault->why;
  };
  CHECK(first_fault(false) == said::kEarlierVersion);
  CHECK(first_fault(true) == said::kOlderForm);
}

TEST_CASE("a log with decisions of every kind is found good, with much memory and little") {
  const Story story(origin());
  Desk desk;
  for (const std::size_t bytes_max : {kAuditBytesMax, kScantBytes}) {
    const ExportFindings findings = desk.judge(story.events(), bytes_max);
    CHECK_MESSAGE(findings.ok(), findings.first_error.value_or(LogFault{}).why);
    CHECK(findings.events == story.events().size());
    CHECK(findings.decisions.signed_by_reviewers == 11);
    CHECK(findings.decisions.unsigned_by_reviewers == 17);
    CHECK(findings.decisions.by_clients == 2);
  }
}

TEST_CASE("each of more than sixty lies about decisions is found, by its first wrong event") {
  Story story(origin());
  Desk desk;
  std::set<std::string> names;
  for (const Mutant& mutant : all_mutants()) {
    CAPTURE(std::string(mutant.name));
    CHECK(names.insert(mutant.name).second);
    Tale tale{story, story.events()};
    const std::size_t place = mutant.change(tale);
    const auto lines = chained_lines(tale.events);
    const Said at_once = judged_at_once(lines, origin());
    // Whether the log had the root that was signed is known at the end.
    if (at_once.fault && at_once.fault->why == mutant.why) {
      CHECK(judged_apart(lines, {.bytes_max = kScantBytes}, origin()) == at_once);
    }
    for (const std::size_t bytes_max : {kAuditBytesMax, kScantBytes}) {
      const ExportFindings findings = desk.judge(tale.events, bytes_max);
      REQUIRE_FALSE(findings.ok());
      CHECK(findings.first_error->why == mutant.why);
      CHECK(findings.first_error->sequence == Sequence(place + 1));
    }
  }
  CHECK(names.size() > 60);
  CHECK(desk.judge(story.events()).ok());
}

// An auditor who has verified the log before its first wrong event.
class GoingOn {
 public:
  GoingOn() {
    options_.keys = ExportableLog::keys();
    options_.state = folder_.path() / "state";
    options_.state_key = folder_.path() / "key";
    OsRandom random;
    REQUIRE(MasterKey::create(options_.state_key, random).has_value());
  }

  ExportFindings judge(const std::vector<std::string>& lines) {
    const FolderImage image = ExportableLog(lines).image();
    change_folder(folder_.path() / "log", image_, image);
    image_ = image;
    return verify_export(folder_.path() / "log", options_);
  }

 private:
  const TempFolder folder_;
  FolderImage image_;
  VerifyExportOptions options_;
};

TEST_CASE("each lie is found alike by an audit that goes on from just before it") {
  Story story(origin());
  std::size_t went_on = 0;
  for (const Mutant& mutant : all_mutants()) {
    CAPTURE(std::string(mutant.name));
    Tale tale{story, story.events()};
    const std::size_t place = mutant.change(tale);
    const auto lines = chained_lines(tale.events);
    std::size_t cut = place;
    while (cut > 0 && may_begin_a_pair(encode_stored(*decode(lines[cut - 1])))) --cut;
    if (cut == 0) continue;
    GoingOn auditor;
    const ExportFindings before =
        auditor.judge({lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(cut)});
    REQUIRE_MESSAGE(before.ok(), before.first_error.value_or(LogFault{}).why);
    const ExportFindings findings = auditor.judge(lines);
    REQUIRE_FALSE(findings.ok());
    CHECK(findings.state->read_before == cut);
    CHECK(findings.first_error->why == mutant.why);
    CHECK(findings.first_error->sequence == Sequence(place + 1));
    ++went_on;
  }
  CHECK(went_on > 60);
}

}  // namespace countersign::decision_mutants_test
