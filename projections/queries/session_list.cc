// The lists of sessions, of Queries.
#include "projections/queries/session_list.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "projections/queries/queries.h"

namespace countersign {
namespace {

using Line = SessionIndex::Line;

constexpr std::size_t kPlacesAtOnce = 64;

bool is_between(UtcTime time,
                const std::optional<UtcTime>& from,
                const std::optional<UtcTime>& before) {
  return (!from || *from <= time) && (!before || time < *before);
}

bool has_label(const Session& session, const SessionLabel& label) {
  return session.labels && std::ranges::count(session.labels->value(), label) > 0;
}

// The kind of line that has all sessions that are asked for and the fewest others. A session that
// moves meanwhile moves from a line to one behind it, if it moves within the facets.
struct Narrowest {
  Line line = Line::Client;
  std::vector<std::string> facets{{}};
};

// An expiry that no event has recorded yet leaves the session in the line that it had.
std::vector<std::string> facets_of(SessionStatus status) {
  if (status != SessionStatus::Expired) return {SessionIndex::facet_of(status)};
  return {SessionIndex::facet_of(SessionStatus::Created),
          SessionIndex::facet_of(SessionStatus::InProgress),
          SessionIndex::facet_of(SessionStatus::Expired)};
}

std::vector<std::string> facets_of(ResultStatus result) {
  if (result != ResultStatus::NotEvaluated) return {SessionIndex::facet_of(result)};
  return {SessionIndex::facet_of(ResultStatus::Pending),
          SessionIndex::facet_of(ResultStatus::NotEvaluated)};
}

Narrowest narrowest(const SessionsAsked& asked) {
  if (asked.user_ref) return {Line::Person, {SessionIndex::facet_of_text(*asked.user_ref)}};
  if (!asked.labels.empty()) return {Line::Label, {SessionIndex::facet_of(asked.labels.front())}};
  if (asked.reason) return {Line::Reason, {SessionIndex::facet_of_text(*asked.reason)}};
  // Nearly all sessions are completed in the end, with one of four results.
  const bool is_narrow = asked.status && *asked.status != SessionStatus::Completed;
  if (is_narrow) return {Line::Status, facets_of(*asked.status)};
  if (asked.result) return {Line::Result, facets_of(*asked.result)};
  if (asked.purpose) return {Line::Purpose, {SessionIndex::facet_of(*asked.purpose)}};
  if (asked.status) return {Line::Status, facets_of(*asked.status)};
  return {};
}

std::vector<bool> worlds_of(const SessionsAsked& asked) {
  if (asked.sandbox) return {*asked.sandbox};
  return {false, true};
}

// The bytes from which the lists are read: behind a place, and behind all times that are too late.
std::string first_bytes(const SessionsAsked& asked, const std::optional<SessionPlace>& after) {
  std::string from;
  if (after) from = SessionIndex::bytes_of_place(*after) + '\0';
  // Nothing is completed before it is created.
  for (const auto& before : {asked.created_before, asked.completed_before}) {
    if (before) from = std::max(from, SessionIndex::bytes_of_time(UtcTime(before->value() - 1)));
  }
  return from;
}

// The places in some lines of a client, read together.
class Lane {
 public:
  Lane(const Views& views, std::vector<std::string> lines, std::string from, std::size_t at_once)
      : views_(views), lines_(std::move(lines)), from_(std::move(from)), at_once_(at_once) {}

  // The first place that was not taken yet; empty at the end.
  Result<std::string_view, StoreError> front() {
    if (next_ < places_.size()) return std::string_view(places_[next_]);
    if (ended_) return std::string_view();
    if (const auto error = refill()) return *error;
    return next_ < places_.size() ? std::string_view(places_[next_]) : std::string_view();
  }
  void take() { ++next_; }

 private:
  // Reads the lines in their order. Places behind the last one of a line that goes on are read
  // again later, so that all lines are read as far.
  std::optional<StoreError> refill() {
    places_.clear();
    next_ = 0;
    std::optional<std::string> end;
    for (const std::string& line : lines_) {
      const std::size_t before = places_.size();
      const auto scanned =
          views_.scan(space::kSessionIndex, line + from_, [&](std::string_view key, auto) {
            if (!key.starts_with(line)) return false;
            places_.emplace_back(key.substr(line.size()));
            return places_.size() - before < at_once_;
          });
      if (!scanned) return scanned.error();
      const bool goes_on = places_.size() - before == at_once_;
      if (goes_on && (!end || places_.back() < *end)) end = places_.back();
    }
    std::ranges::sort(places_);
    places_.erase(std::unique(places_.begin(), places_.end()), places_.end());
    if (end) places_.erase(std::ranges::upper_bound(places_, *end), places_.end());
    ended_ = !end;
    if (!places_.empty()) from_ = places_.back() + '\0';
    return std::nullopt;
  }

  const Views& views_;
  const std::vector<std::string> lines_;
  std::string from_;
  const std::size_t at_once_;
  std::vector<std::string> places_;  // as their bytes, in the order of the list
  std::size_t next_ = 0;
  bool ended_ = false;
};

// The places of a list, those of several clients merged.
class PlaceReader {
 public:
  PlaceReader(const Views& views, const SessionsAsked& asked, std::string from)
      : views_(views), asked_(asked), from_(std::move(from)) {}

  std::optional<StoreError> open() {
    const Narrowest lines = narrowest(asked_);
    if (asked_.client) {
      add(lines, *asked_.client, worlds_of(asked_), kPlacesAtOnce);
    } else if (lines.line == Line::Client) {
      std::vector<std::string> all;
      for (const bool sandbox : worlds_of(asked_)) {
        all.push_back(SessionIndex::prefix_of_all(sandbox));
      }
      lanes_.emplace_back(views_, std::move(all), from_, kPlacesAtOnce);
    } else {
      for (const bool sandbox : worlds_of(asked_)) {
        if (const auto error = open_all(lines, sandbox)) return error;
      }
    }
    return std::nullopt;
  }

  // Takes the next place; nullopt at the end.
  Result<std::optional<SessionPlace>, StoreError> next() {
    Lane* first = nullptr;
    std::string_view place;
    for (Lane& lane : lanes_) {
      const auto front = lane.front();
      if (!front) return front.error();
      if (front->empty() || (first != nullptr && place <= *front)) continue;
      first = &lane;
      place = *front;
    }
    if (first == nullptr) return std::optional<SessionPlace>();
    const auto found = SessionIndex::place_in(place);
    if (!found) return StoreError::Corrupt;
    first->take();
    return found;
  }

 private:
  // Costs a read for each client that has a session.
  std::optional<StoreError> open_all(const Narrowest& lines, bool sandbox) {
    for (ClientKey client;;) {
      const auto entry =
          views_.seek(space::kSessionIndex, SessionIndex::clients_behind(client, sandbox));
      if (!entry) return entry.error();
      const auto found = *entry ? SessionIndex::client_in((*entry)->key, sandbox) : std::nullopt;
      if (!found) return std::nullopt;
      client = *found;
      add(lines, client, {sandbox}, 1);
    }
  }

  void add(const Narrowest& lines,
           const ClientKey& client,
           const std::vector<bool>& worlds,
           std::size_t at_once) {
    std::vector<std::string> prefixes;
    for (const bool sandbox : worlds) {
      for (const std::string& facet : lines.facets) {
        prefixes.push_back(SessionIndex::prefix_of(lines.line, sandbox, client, facet));
      }
    }
    lanes_.emplace_back(views_, std::move(prefixes), from_, at_once);
  }

  const Views& views_;
  const SessionsAsked& asked_;
  const std::string from_;
  std::vector<Lane> lanes_;
};

}  // namespace

bool is_asked(const Session& session, const SessionsAsked& asked) {
  if (asked.client && session.client != *asked.client) return false;
  if (asked.sandbox && session.sandbox != *asked.sandbox) return false;
  if (asked.user_ref && session.user_ref != asked.user_ref) return false;
  if (asked.status && status_at(session, asked.now) != *asked.status) return false;
  if (asked.result && result_status_at(session, asked.now) != *asked.result) return false;
  if (asked.purpose && session.purpose != *asked.purpose) return false;
  if (asked.reason && std::ranges::count(session.reasons, *asked.reason) == 0) return false;
  for (const SessionLabel& label : asked.labels) {
    if (!has_label(session, label)) return false;
  }
  if (!is_between(session.created_at, asked.created_from, asked.created_before)) return false;
  if (!asked.completed_from && !asked.completed_before) return true;
  const auto completed = completed_at(session, asked.now);
  return completed && is_between(*completed, asked.completed_from, asked.completed_before);
}

Result<SessionPage, StoreError> Queries::sessions(const SessionsAsked& asked,
                                                  const std::optional<SessionPlace>& after,
                                                  std::size_t limit) const {
  SessionPage page;
  PlaceReader reader(views_, asked, first_bytes(asked, after));
  if (const auto error = reader.open()) return *error;
  std::optional<SessionPlace> last = after;
  for (std::size_t read = 0;; ++read) {
    const auto place = reader.next();
    if (!place) return place.error();
    if (!*place || (asked.created_from && (*place)->created_at < *asked.created_from)) return page;
    if (page.sessions.size() >= limit || read >= kSessionsReadMax) {
      page.next = last;
      return page;
    }
    auto session = this->session((*place)->session);
    if (!session) return session.error();
    if (!*session) return StoreError::Corrupt;
    if (is_asked(**session, asked)) page.sessions.push_back(**std::move(session));
    last = **place;
  }
}

Result<SessionPage, StoreError> Queries::sessions_of_person(
    const ClientKey& client,
    std::string_view user_ref,
    const std::optional<SessionPlace>& after,
    std::size_t limit) const {
  SessionsAsked asked;
  asked.client = client;
  asked.user_ref = std::string(user_ref);
  return sessions(asked, after, limit);
}

}  // namespace countersign
