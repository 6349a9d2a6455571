// The list of looks and downloads: one order, in pages, however long the log is.
#include <doctest/doctest.h>

#include "projections/queries/queries.h"
#include "tests/events/support/frozen_log.h"

namespace countersign::look_queries_test {

const ClientKey kAcme = client_key("acme");
const ClientKey kOther = client_key("other");
const std::string kAnna = "rvw_aaaaaaaaaaaaaaaaaaaaaa";
const std::string kBert = "rvw_bbbbbbbbbbbbbbbbbbbbbb";

// Session 1 of Acme has the files 1 and 2, session 2 of another client the file 3. Made by events
// that no rule was asked about.
struct Scene {
  History history;
  FrozenLog log{history};
  Queries queries{log, history.views()};
  UtcTime now = kStart;

  Scene() {
    must(registering(kAcme, now));
    must(registering(kOther, now));
    must(creating(kAcme, session_id(1), now));
    must(creating(kOther, session_id(2), now));
    must(challenging(session_id(1), Step::Liveness, 1, now));
    must(sending_frames(session_id(1), 1, {image(1), image(2)}, now));
    must(challenging(session_id(2), Step::Liveness, 2, now));
    must(sending_frames(session_id(2), 2, {image(3)}, now));
  }
  void must(const Submission& submission) { REQUIRE(is_committed(history.submit(submission))); }
  // Returns the sequence.
  std::uint64_t download(std::uint64_t session, std::optional<FileId> file = {}) {
    must(to_session(session_id(session), DownloadDocuments{now, file}));
    return history.events().size();
  }
  std::uint64_t look(std::uint64_t session, const std::string& who, std::uint64_t file) {
    const auto versions = queries.timeline(session_id(session))->size();
    RecordedEvent recorded;
    recorded.sequence = Sequence(kLooksFrom + ++looks);
    recorded.stream = stream_of(session_id(session));
    recorded.version = StreamVersion(versions + 1);
    recorded.at = now;
    recorded.actor = {ActorKind::Reviewer, who};
    recorded.event = ImageViewed{who, file_id(file)};
    fold_into_all(recorded, Sha256(), history.views());
    return recorded.sequence.value();
  }
  std::vector<std::uint64_t> seen(const SeenFilter& filter,
                                  std::uint64_t after = 0,
                                  std::size_t limit = 99) {
    const auto page = queries.seen(filter, Sequence(after), limit);
    REQUIRE(page.has_value());
    next = page->next.value();
    std::vector<std::uint64_t> sequences;
    for (const Seen& one : page->seen) {
      std::visit([&](const auto& entry) { sequences.push_back(entry.sequence.value()); }, one);
    }
    return sequences;
  }

  static constexpr std::uint64_t kLooksFrom = 1000;  // behind the downloads
  std::uint64_t looks = 0;
  std::uint64_t next = 0;
};

using Sequences = std::vector<std::uint64_t>;

TEST_CASE_FIXTURE(Scene, "looks and downloads are listed alike, by session, client, file, person") {
  const auto bundle = download(1);
  const auto single = download(1, file_id(2));
  const auto others = download(2);
  const auto anna = look(1, kAnna, 1);
  const auto bert = look(1, kBert, 2);
  const auto of_other = look(2, kAnna, 3);

  CHECK(seen({}) == Sequences{bundle, single, others, anna, bert, of_other});
  CHECK(seen({.session = session_id(1)}) == Sequences{bundle, single, anna, bert});
  CHECK(seen({.client = kOther}) == Sequences{others, of_other});
  CHECK(seen({.reviewer = kAnna}) == Sequences{anna, of_other});
  CHECK(seen({.session = session_id(2), .reviewer = kBert}).empty());
  CHECK(seen({.session = session_id(1), .reviewer = kBert}) == Sequences{bert});
  CHECK(seen({.session = session_id(1), .client = kOther}).empty());
  CHECK(seen({.session = session_id(9)}).empty());
  CHECK(seen({.reviewer = "rvw_"}).empty());

  // A bundle shows each picture that the session had.
  CHECK(seen({.file = file_id(1)}) == Sequences{bundle, anna});
  CHECK(seen({.file = file_id(2)}) == Sequences{bundle, single, bert});
  CHECK(seen({.file = file_id(3)}) == Sequences{others, of_other});
  CHECK(seen({.file = file_id(9)}).empty());
}

TEST_CASE_FIXTURE(Scene, "pages of what was seen lead on, and end") {
  Sequences all;
  for (int i = 0; i < 3; ++i) all.push_back(download(1));
  for (int i = 0; i < 4; ++i) all.push_back(look(1, i % 2 == 0 ? kAnna : kBert, 1));
  Sequences read;
  std::uint64_t after = 0;
  for (;;) {
    const Sequences page = seen({.session = session_id(1)}, after, 2);
    read.insert(read.end(), page.begin(), page.end());
    if (next == after) break;
    after = next;
  }
  CHECK(read == all);
  CHECK(seen({}, 0, 0).empty());
  CHECK(next == 0);

  // A page that leaves some out still leads behind them.
  CHECK(seen({.session = session_id(1), .reviewer = kBert}, 0, 1).empty());
  CHECK(next == all[3]);
  CHECK(seen({.session = session_id(1), .reviewer = kBert}, next, 1) == Sequences{all[4]});
}

TEST_CASE_FIXTURE(Scene, "what was seen is listed from a time on, that time included") {
  const auto first = download(1);
  now = now + kHour;
  const auto second = download(1);
  CHECK(seen({.since = kStart - kHour}) == Sequences{first, second});
  CHECK(seen({.since = kStart + Duration(1)}) == Sequences{second});
  CHECK(seen({.since = now}) == Sequences{second});
  CHECK(seen({.since = now + Duration(1)}).empty());
  CHECK(seen({.since = kStart}, first) == Sequences{second});
}

TEST_CASE_FIXTURE(Scene, "an entry names the picture as its session lists it") {
  download(1, file_id(2));
  look(1, kAnna, 1);
  const auto page = queries.seen({}, Sequence(0), 9);
  REQUIRE(page->seen.size() == 2);
  const auto& download = std::get<DownloadEntry>(page->seen[0]);
  const SeenPicture second{file_id(2), FileKind::Selfie, {}, 2};
  CHECK(download.picture == second);
  const auto& look = std::get<LookEntry>(page->seen[1]);
  CHECK(look.reviewer == kAnna);
  CHECK(look.client == kAcme);
  CHECK(look.picture.file == file_id(1));
  CHECK(look.picture.kind == FileKind::Selfie);
}

}  // namespace countersign::look_queries_test
