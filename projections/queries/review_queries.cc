// The questions about reviews: which sessions wait, and what reviewers did.
#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"
#include "projections/queries/queries.h"
#include "projections/views/review/reviews.h"

namespace countersign {
namespace {

std::optional<SessionId> session_in(std::string_view value) {
  Uuid session{};
  if (value.size() != session.size()) return std::nullopt;
  std::ranges::copy(value, session.begin());
  return SessionId(session);
}

// Collects waiting sessions from the lines of the view. The lines of a client are read in the order
// of their keys, each once: an opinion moves a session to a line behind its own, so a session that
// moves meanwhile is met at least once.
class LineReader {
 public:
  LineReader(const Views& views, const ReviewsAsked& asked, Sequence after, std::size_t limit)
      : views_(views), asked_(asked), after_(after), limit_(limit) {}

  std::optional<StoreError> read_lines(const std::string& prefix) {
    for (std::string from = prefix;;) {
      const auto first = views_.seek(space::kReviews, from);
      if (!first) return first.error();
      if (!*first || !(*first)->key.starts_with(prefix)) return std::nullopt;
      const std::size_t end = (*first)->key.find('\0', prefix.size());
      if (end == std::string::npos) return StoreError::Corrupt;
      const std::string line = (*first)->key.substr(0, end);
      if (is_asked_for(std::string_view(line).substr(prefix.size()))) {
        if (const auto error = read_line(line + '\0')) return error;
      }
      from = line + '\1';
    }
  }

  // The oldest of those that were collected.
  std::vector<WaitingReview> take() {
    std::ranges::sort(found_, {}, &WaitingReview::asked);
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    if (found_.size() > limit_) found_.resize(limit_);
    return std::move(found_);
  }

 private:
  bool is_asked_for(std::string_view readers) const {
    if (asked_.without && Reviews::is_read_by(readers, *asked_.without)) return false;
    if (asked_.not_handed_by && Reviews::is_handed_by(readers, *asked_.not_handed_by)) return false;
    switch (asked_.handed) {
      case ReviewsAsked::Handed::Any:
        return true;
      case ReviewsAsked::Handed::Only:
        return Reviews::is_handed(readers);
      case ReviewsAsked::Handed::None:
        return !Reviews::is_handed(readers);
    }
    return true;
  }

  std::optional<StoreError> read_line(const std::string& line) {
    bool sound = true;
    std::size_t read = 0;
    const std::string from = line + ViewKey().number(after_.value() + 1).take();
    const auto scanned = views_.scan(space::kReviews, from, [&](std::string_view key, auto value) {
      if (!key.starts_with(line)) return false;
      const auto session = session_in(value);
      sound = session && key.size() == line.size() + ViewKey::kNumberBytes;
      if (!sound) return false;
      found_.push_back({Sequence(ViewKey::number_at(key, line.size())), *session});
      return ++read < limit_;
    });
    if (!scanned) return scanned.error();
    if (!sound) return StoreError::Corrupt;
    return std::nullopt;
  }

  const Views& views_;
  const ReviewsAsked& asked_;
  const Sequence after_;
  const std::size_t limit_;
  std::vector<WaitingReview> found_;
};

// Gives `take` each entry of a kind of the days asked for: those of each client at one go, and the
// entries of other days and clients are passed over.
class DayReader {
 public:
  using Take = std::function<bool(const ReviewDays::Place& place, std::string_view value)>;
  DayReader(const Views& views, const ReviewDaysAsked& asked, ReviewDays::Kind kind)
      : views_(views), asked_(asked), kind_(kind) {}

  std::optional<StoreError> read(const Take& take) {
    if (!asked_.clients) return read_all(take);
    for (const ClientKey& client : *asked_.clients) {
      if (const auto error = read(client, take)) return error;
    }
    return std::nullopt;
  }

 private:
  std::optional<StoreError> read_all(const Take& take) {
    const std::string prefix = ReviewDays::prefix_of_all(kind_, asked_.sandbox);
    for (std::string from = prefix;;) {
      const auto first = views_.seek(space::kReviewDays, from);
      if (!first) return first.error();
      if (!*first || !(*first)->key.starts_with(prefix)) return std::nullopt;
      const auto place = ReviewDays::place_in((*first)->key);
      if (!place) return StoreError::Corrupt;
      if (const auto error = read(place->client, take)) return error;
      from = ReviewDays::clients_behind(kind_, place->client, asked_.sandbox);
    }
  }

  std::optional<StoreError> read(const ClientKey& client, const Take& take) {
    bool sound = true;
    bool wanted = true;
    const std::string end = ReviewDays::key_from(kind_, client, asked_.sandbox, asked_.last + 1);
    const auto scanned =
        views_.scan(space::kReviewDays,
                    ReviewDays::key_from(kind_, client, asked_.sandbox, asked_.first),
                    [&](std::string_view key, std::string_view value) {
                      wanted = !asked_.given_up();
                      if (!wanted || key >= end) return false;
                      const auto place = ReviewDays::place_in(key);
                      sound = place && take(*place, value);
                      return sound;
                    });
    if (!scanned) return scanned.error();
    if (!wanted) return StoreError::Stopped;
    if (!sound) return StoreError::Corrupt;
    return std::nullopt;
  }

  const Views& views_;
  const ReviewDaysAsked& asked_;
  const ReviewDays::Kind kind_;
};

Result<std::uint64_t, StoreError> number_at(const Views& views, const std::string& key) {
  const auto bytes = views.get(space::kReviews, key);
  if (!bytes) return bytes.error();
  if (!*bytes) return std::uint64_t{0};
  const auto number = from_bytes<std::uint64_t>(**bytes);
  if (!number) return StoreError::Corrupt;
  return *number;
}

}  // namespace

Result<std::vector<WaitingReview>, StoreError> Queries::reviews(const ReviewsAsked& asked,
                                                                Sequence after,
                                                                std::size_t limit) const {
  if (limit == 0) return std::vector<WaitingReview>();
  LineReader reader(views_, asked, after, limit);
  if (!asked.clients) {
    if (const auto error = reader.read_lines(Reviews::prefix_of_all(asked.sandbox))) return *error;
    return reader.take();
  }
  for (const ClientKey& client : *asked.clients) {
    const std::string lines = Reviews::prefix_of(client, asked.sandbox);
    if (const auto error = reader.read_lines(lines)) return *error;
  }
  return reader.take();
}

Result<std::optional<ClientKey>, StoreError> Queries::next_in_review(const ClientKey& client,
                                                                     bool sandbox) const {
  const std::string prefix = Reviews::prefix_of_clients(sandbox);
  const auto first = views_.seek(space::kReviews, Reviews::clients_behind(client, sandbox));
  if (!first) return first.error();
  if (!*first || !(*first)->key.starts_with(prefix)) return std::optional<ClientKey>();
  const std::size_t end = (*first)->key.find('\0', prefix.size());
  if (end == std::string::npos) return StoreError::Corrupt;
  return std::optional(ClientKey((*first)->key.substr(prefix.size(), end - prefix.size())));
}

Result<std::uint64_t, StoreError> Queries::reviews_waiting(
    const std::optional<std::vector<ClientKey>>& clients, bool sandbox) const {
  if (!clients) return number_at(views_, Reviews::key_of_count(sandbox));
  std::uint64_t all = 0;
  for (const ClientKey& client : *clients) {
    const auto own = number_at(views_, Reviews::key_of_count(client, sandbox));
    if (!own) return own.error();
    all += *own;
  }
  return all;
}

Result<std::optional<SessionId>, StoreError> Queries::claimed_last(
    const ReviewerId& reviewer) const {
  const auto bytes = views_.get(space::kReviews, Reviews::key_of_claim(reviewer));
  if (!bytes) return bytes.error();
  if (!*bytes) return std::optional<SessionId>();
  const auto session = session_in(**bytes);
  if (!session) return StoreError::Corrupt;
  return session;
}

std::optional<StoreError> Queries::reviewer_days(const ReviewDaysAsked& asked,
                                                 const TakeFigures& take) const {
  return DayReader(views_, asked, ReviewDays::Kind::People)
      .read([&](const ReviewDays::Place& place, std::string_view value) {
        const auto figures = from_bytes<ReviewerFigures>(value);
        if (figures) take(place, *figures);
        return figures.has_value();
      });
}

std::optional<StoreError> Queries::review_waits(
    const ReviewDaysAsked& asked, const std::function<void(const WaitTimes&)>& take) const {
  return DayReader(views_, asked, ReviewDays::Kind::Waits)
      .read([&](const ReviewDays::Place&, std::string_view value) {
        const auto times = from_bytes<WaitTimes>(value);
        if (times) take(*times);
        return times.has_value();
      });
}

std::optional<StoreError> Queries::reason_days(const ReviewDaysAsked& asked,
                                               const TakeReason& take) const {
  return DayReader(views_, asked, ReviewDays::Kind::Reasons)
      .read([&](const ReviewDays::Place& place, std::string_view value) {
        const auto count = from_bytes<std::uint64_t>(value);
        if (count) take(place, *count);
        return count.has_value();
      });
}

Result<std::vector<ReviewerAct>, StoreError> Queries::reviewer_acts(
    const ReviewerId& reviewer, const std::optional<Sequence>& before, std::size_t limit) const {
  std::vector<ReviewerAct> found;
  if (limit == 0 || (before && before->value() == 0)) return found;
  const std::string prefix = ReviewDays::prefix_of_acts(reviewer);
  const std::string from =
      before ? ReviewDays::key_of_act(reviewer, Sequence(before->value() - 1)) : prefix;
  bool sound = true;
  const auto scanned =
      views_.scan(space::kReviewDays, from, [&](std::string_view key, std::string_view value) {
        if (!key.starts_with(prefix)) return false;
        const auto session = session_in(value);
        sound = session && key.size() == prefix.size() + ViewKey::kNumberBytes;
        if (!sound) return false;
        found.push_back({ReviewDays::sequence_in(key), *session});
        return found.size() < limit;
      });
  if (!scanned) return scanned.error();
  if (!sound) return StoreError::Corrupt;
  return found;
}

Result<CaseActs, StoreError> Queries::case_acts(const SessionId& session) const {
  const auto bytes = views_.get(space::kReviewDays, ReviewDays::key_of_case(session));
  if (!bytes) return bytes.error();
  if (!*bytes) return CaseActs();
  auto acts = from_bytes<CaseActs>(**bytes);
  if (!acts) return StoreError::Corrupt;
  return *std::move(acts);
}

}  // namespace countersign
