#include "projections/views/review/review_days.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "core/session/review/review_reasons.h"
#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"
#include "projections/views/review/case_acts.h"
#include "projections/views/review/reviews.h"
#include "projections/views/review/wait_times.h"

namespace countersign {
namespace {

constexpr std::int64_t kDay = Duration(std::chrono::hours(24)).count();
constexpr std::size_t kBeforeClient = 2;  // the letters of kind and world

std::string key_of_day(char kind, const Session& session, std::uint64_t day) {
  return ViewKey()
      .letter(kind)
      .letter(world_of(session.sandbox))
      .text(session.client.value())
      .end_of_text()
      .number(day)
      .take();
}

// Returns the key of the reviewer's figures of the day. The first names of a back office get a key
// each, and further names share one.
std::string place_of(const Session& session,
                     std::uint64_t day,
                     const std::string& reviewer,
                     ViewBatch& views) {
  const std::string people = key_of_day('p', session, day);
  std::string own = people + reviewer;
  if (reviewer.empty() || is_reviewer_id(reviewer)) return own;
  if (views.get(space::kReviewDays, own)) return own;
  const std::string names = key_of_day('u', session, day);
  const auto counted = load<std::uint64_t>(views, space::kReviewDays, names).value_or(0);
  if (counted >= kOfficeNamesOfADay) return people;
  views.put(space::kReviewDays, names, to_bytes(counted + 1));
  return own;
}

void change(const Session& session,
            std::uint64_t day,
            const std::string& reviewer,
            ViewBatch& views,
            const auto& by) {
  const std::string at = place_of(session, day, reviewer, views);
  auto figures = load<ReviewerFigures>(views, space::kReviewDays, at).value_or(ReviewerFigures{});
  by(figures);
  views.put(space::kReviewDays, at, to_bytes(figures));
}

void count_reasons(const Session& session,
                   UtcTime at,
                   const std::vector<std::string>& reasons,
                   ViewBatch& views) {
  const std::string day = key_of_day('r', session, ReviewDays::day_of(at));
  for (const std::string& reason : reasons) {
    const std::string key = parse_name<ReviewReason>(reason) ? day + reason : day;
    const auto before = load<std::uint64_t>(views, space::kReviewDays, key).value_or(0);
    views.put(space::kReviewDays, key, to_bytes(before + 1));
  }
}

void list_act(const Session& session,
              const RecordedEvent& recorded,
              const std::string& reviewer,
              ViewBatch& views) {
  if (!is_reviewer_id(reviewer)) return;
  views.put(space::kReviewDays,
            ReviewDays::key_of_act(ReviewerId(reviewer), recorded.sequence),
            ViewKey().bytes(session.id.value()).take());
}

// One case, between two events of it.
class CaseFold {
 public:
  CaseFold(const Session& session, const RecordedEvent& recorded, ViewBatch& views)
      : session_(session),
        today_(ReviewDays::day_of(recorded.at)),
        views_(views),
        acts_(load<CaseActs>(views, space::kReviewDays, ReviewDays::key_of_case(session.id))
                  .value_or(CaseActs{})) {}

  void look(const std::string& reviewer, const FileId& file);
  // `is_unlooked` says whether the reviewer lacked a look.
  void opinion(const std::string& reviewer, ReviewDecision decision, bool is_unlooked);
  void correction(const std::string& reviewer, bool is_unlooked);
  // Counts who disagrees with the decision that counts now.
  void compare();
  void keep() {
    views_.put(space::kReviewDays, ReviewDays::key_of_case(session_.id), to_bytes(acts_));
  }

 private:
  bool has_acted(const std::string& reviewer) const;
  void end_looks_of(const std::string& reviewer);

  const Session& session_;
  const std::uint64_t today_;
  ViewBatch& views_;
  CaseActs acts_;
};

// Whether the reviewer gave an opinion on the case or corrected its decision.
bool CaseFold::has_acted(const std::string& reviewer) const {
  const Review& review = session_.review;
  const auto is_by = [&](const std::vector<std::string>& reviewers) {
    return std::ranges::count(reviewers, reviewer) > 0;
  };
  return has_opinion_of(review, reviewer) || is_by(review.reviewers) ||
         std::ranges::any_of(review.earlier, is_by, &EarlierDecision::reviewers);
}

void CaseFold::look(const std::string& reviewer, const FileId& file) {
  auto own = std::ranges::find(acts_.looks, reviewer, &CountedLooks::reviewer);
  if (own == acts_.looks.end()) {
    const bool undecided = !has_acted(reviewer);
    own = acts_.looks.insert(own, {reviewer, today_, undecided, {}});
    change(session_, today_, reviewer, views_, [&](ReviewerFigures& figures) {
      if (undecided) ++figures.looks_without_decision;
    });
  }
  if (std::ranges::count(own->files, file) == 0) own->files.push_back(file);
}

void CaseFold::end_looks_of(const std::string& reviewer) {
  const auto own = std::ranges::find(acts_.looks, reviewer, &CountedLooks::reviewer);
  if (own == acts_.looks.end() || !std::exchange(own->undecided, false)) return;
  change(session_, own->day, reviewer, views_, [](ReviewerFigures& figures) {
    --figures.looks_without_decision;
  });
}

void CaseFold::opinion(const std::string& reviewer, ReviewDecision decision, bool is_unlooked) {
  end_looks_of(reviewer);
  change(session_, today_, reviewer, views_, [&](ReviewerFigures& figures) {
    ++figures.decisions;
    figures.without_look += is_unlooked ? 1 : 0;
  });
  acts_.opinions.push_back({reviewer, decision, today_});
}

void CaseFold::correction(const std::string& reviewer, bool is_unlooked) {
  end_looks_of(reviewer);
  change(session_, today_, reviewer, views_, [&](ReviewerFigures& figures) {
    ++figures.corrections;
    figures.without_look += is_unlooked ? 1 : 0;
  });
}

void CaseFold::compare() {
  const auto before = std::exchange(acts_.decision, session_.review.decision);
  for (const CountedOpinion& opinion : acts_.opinions) {
    const bool disagreed = before && opinion.decision != *before;
    const bool disagrees = acts_.decision && opinion.decision != *acts_.decision;
    if (disagreed == disagrees) continue;
    change(session_, opinion.day, opinion.reviewer, views_, [&](ReviewerFigures& figures) {
      if (disagrees) {
        ++figures.disagreements;
      } else {
        --figures.disagreements;
      }
    });
  }
}

void add_wait(const Session& session, UtcTime at, ViewBatch& views) {
  const Duration waited = at - session.ended_at.value_or(at);
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(waited).count();
  const std::string key = key_of_day('w', session, ReviewDays::day_of(at));
  auto times = load<WaitTimes>(views, space::kReviewDays, key).value_or(WaitTimes{});
  times.add(static_cast<std::uint64_t>(std::max<std::int64_t>(0, ms)));
  views.put(space::kReviewDays, key, to_bytes(times));
}

}  // namespace

// Times before 1970 are no times of events; they count as its first day.
std::uint64_t ReviewDays::day_of(UtcTime at) {
  return at.value() < 0 ? 0 : static_cast<std::uint64_t>(at.value() / kDay);
}

UtcTime ReviewDays::start_of(std::uint64_t day) {
  return UtcTime(static_cast<std::int64_t>(day) * kDay);
}

std::string ReviewDays::prefix_of_all(Kind kind, bool sandbox) {
  return ViewKey().letter(static_cast<char>(kind)).letter(world_of(sandbox)).take();
}

std::string ReviewDays::key_from(Kind kind,
                                 const ClientKey& client,
                                 bool sandbox,
                                 std::uint64_t day) {
  return prefix_of_all(kind, sandbox) +
         ViewKey().text(client.value()).end_of_text().number(day).take();
}

std::string ReviewDays::clients_behind(Kind kind, const ClientKey& client, bool sandbox) {
  return prefix_of_all(kind, sandbox) + ViewKey().text(client.value()).letter('\1').take();
}

std::string ReviewDays::key_of_case(const SessionId& session) {
  return ViewKey().letter('s').bytes(session.value()).take();
}

std::string ReviewDays::prefix_of_acts(const ReviewerId& reviewer) {
  return ViewKey().letter('a').text(reviewer.value()).end_of_text().take();
}

std::string ReviewDays::key_of_act(const ReviewerId& reviewer, Sequence sequence) {
  constexpr std::uint64_t kLast = std::numeric_limits<std::uint64_t>::max();
  return prefix_of_acts(reviewer) + ViewKey().number(kLast - sequence.value()).take();
}

Sequence ReviewDays::sequence_in(std::string_view key) {
  constexpr std::uint64_t kLast = std::numeric_limits<std::uint64_t>::max();
  return Sequence(kLast - ViewKey::number_at(key, key.size() - ViewKey::kNumberBytes));
}

std::optional<ReviewDays::Place> ReviewDays::place_in(std::string_view key) {
  const std::size_t end = key.find('\0', kBeforeClient);
  if (end == std::string_view::npos) return std::nullopt;
  const std::size_t reviewer = end + 1 + ViewKey::kNumberBytes;
  if (key.size() < reviewer) return std::nullopt;
  return Place{ClientKey(std::string(key.substr(kBeforeClient, end - kBeforeClient))),
               ViewKey::number_at(key, end + 1),
               key.substr(reviewer)};
}

Projection ReviewDays::projection() {
  return {.name = "review_days",
          .space = space::kReviewDays,
          .version = 2,
          .shape = shape_of<ReviewerFigures>() ^ shape_of<WaitTimes>() ^ shape_of<CaseActs>()};
}

void ReviewDays::fold(const FoldedEvent<ImageViewed>& folded, ViewBatch& views) {
  CaseFold fold(folded.state, folded.recorded, views);
  fold.look(folded.event.reviewer, folded.event.file);
  fold.keep();
  list_act(folded.state, folded.recorded, folded.event.reviewer, views);
}

void ReviewDays::fold(const FoldedEvent<ReviewDecided>& folded, ViewBatch& views) {
  CaseFold fold(folded.state, folded.recorded, views);
  fold.opinion(folded.event.reviewer, folded.event.decision, !folded.event.not_looked_at.empty());
  if (folded.event.settles) {
    add_wait(folded.state, folded.recorded.at, views);
    fold.compare();
    count_reasons(folded.state, folded.recorded.at, folded.event.reasons, views);
  }
  fold.keep();
  list_act(folded.state, folded.recorded, folded.event.reviewer, views);
}

void ReviewDays::fold(const FoldedEvent<ReviewCorrected>& folded, ViewBatch& views) {
  CaseFold fold(folded.state, folded.recorded, views);
  fold.correction(folded.event.reviewer, !folded.event.not_looked_at.empty());
  fold.compare();
  fold.keep();
  if (folded.event.settles) {
    count_reasons(folded.state, folded.recorded.at, folded.event.reasons, views);
  }
  list_act(folded.state, folded.recorded, folded.event.reviewer, views);
}

void ReviewDays::fold(const FoldedEvent<FilesPurged>& folded, ViewBatch& views) {
  if (!folded.state.review.asked) return;
  views.erase(space::kReviewDays, ReviewDays::key_of_case(folded.state.id));
}

}  // namespace countersign
