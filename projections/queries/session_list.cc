// The lists of sessions, of Queries.
#include "projections/queries/session_list.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "projections/queries/queries.h"
#include "projections/queries/view_reading.h"
#include "projections/views/session/sessions.h"

namespace countersign {
namespace {

using Line = SessionIndex::Line;

// The rows that are read from a line at once: those of the page and the next, within these bounds.
// A page of few may pass over many rows.
constexpr std::size_t kPlacesAtOnceLeast = 16;
constexpr std::size_t kPlacesAtOnceMost = 64;

bool is_between(UtcTime time,
                const std::optional<UtcTime>& from,
                const std::optional<UtcTime>& before) {
  return (!from || *from <= time) && (!before || time < *before);
}

bool has_label(const SessionListing& session, const SessionLabel& label) {
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

// A row of a line.
struct Entry {
  std::string place;  // its bytes
  std::string value;
  bool sandbox = false;
  bool is_open = false;  // as far as the row tells
};

// The rows of a kind of line, in one world.
struct LineOfWorld {
  std::string prefix;
  bool sandbox = false;
  bool has_open_alone = false;  // sessions that have not ended
  bool tells_of_end = false;    // by a value
};

bool has_open_alone(Line line, const std::string& facet) {
  if (line == Line::Result) return facet == SessionIndex::facet_of(ResultStatus::Pending);
  return line == Line::Status && (facet == SessionIndex::facet_of(SessionStatus::Created) ||
                                  facet == SessionIndex::facet_of(SessionStatus::InProgress));
}

// The rows of some lines of a client, or of all, read together.
class Lane {
 public:
  Lane(const Views& views,
       ClientKey client,
       std::vector<LineOfWorld> lines,
       std::string from,
       std::size_t at_once)
      : views_(views),
        client_(std::move(client)),
        lines_(std::move(lines)),
        from_(std::move(from)),
        at_once_(at_once) {}

  // Empty for the lane of all clients.
  const ClientKey& client() const { return client_; }

  // The first row that was not taken yet; null at the end. It stays until another is asked for.
  Result<Entry*, StoreError> front() {
    if (next_ < entries_.size()) return &entries_[next_];
    Entry* none = nullptr;
    if (ended_) return none;
    if (const auto error = refill()) return *error;
    return next_ < entries_.size() ? &entries_[next_] : none;
  }
  void take() { ++next_; }

 private:
  // Reads the lines in their order. Rows behind the last one of a line that goes on are read again
  // later, so that all lines are read as far.
  std::optional<StoreError> refill() {
    entries_.clear();
    next_ = 0;
    std::optional<std::string> end;
    for (const LineOfWorld& line : lines_) {
      const std::size_t before = entries_.size();
      const auto scanned = views_.scan(
          space::kSessionIndex,
          line.prefix + from_,
          [&](std::string_view key, std::string_view value) {
            if (!key.starts_with(line.prefix)) return false;
            const std::string_view place = key.substr(line.prefix.size());
            const bool is_open = line.tells_of_end ? value.empty() : line.has_open_alone;
            entries_.push_back({std::string(place), std::string(value), line.sandbox, is_open});
            return entries_.size() - before < at_once_;
          });
      if (!scanned) return scanned.error();
      const bool goes_on = entries_.size() - before == at_once_;
      if (goes_on && (!end || entries_.back().place < *end)) end = entries_.back().place;
    }
    if (lines_.size() > 1) merge();
    if (end) {
      entries_.erase(std::ranges::upper_bound(entries_, *end, {}, &Entry::place), entries_.end());
    }
    ended_ = !end;
    if (!entries_.empty()) from_ = entries_.back().place + '\0';
    return std::nullopt;
  }

  // A session that moved between two lines meanwhile may be in both.
  void merge() {
    std::ranges::stable_sort(entries_, {}, &Entry::place);
    const auto is_same = [](const Entry& a, const Entry& b) { return a.place == b.place; };
    entries_.erase(std::unique(entries_.begin(), entries_.end(), is_same), entries_.end());
  }

  const Views& views_;
  const ClientKey client_;
  const std::vector<LineOfWorld> lines_;
  std::string from_;
  const std::size_t at_once_;
  std::vector<Entry> entries_;  // in the order of the list
  std::size_t next_ = 0;
  bool ended_ = false;
};

// A row of a list.
struct Found {
  SessionPlace place;
  ClientKey client;  // empty in the line of all
  Entry entry;
};

// The rows of a list, those of several clients merged.
class ListReader {
 public:
  ListReader(const Views& views, const SessionsAsked& asked, std::string from, std::size_t limit)
      : views_(views),
        asked_(asked),
        lines_(narrowest(asked)),
        from_(std::move(from)),
        at_once_(std::clamp(limit + 1, kPlacesAtOnceLeast, kPlacesAtOnceMost)) {}

  std::optional<StoreError> open() {
    if (asked_.client) {
      add(*asked_.client, worlds_of(asked_), at_once_);
    } else if (lines_.line == Line::Client) {
      lines_.line = Line::All;
      std::vector<LineOfWorld> all;
      for (const bool sandbox : worlds_of(asked_)) {
        all.push_back({SessionIndex::prefix_of_all(sandbox), sandbox, false, true});
      }
      lanes_.emplace_back(views_, ClientKey(), std::move(all), from_, at_once_);
    } else {
      for (const bool sandbox : worlds_of(asked_)) {
        if (const auto error = open_all(sandbox)) return error;
      }
    }
    return std::nullopt;
  }

  // Takes the next row; nullopt at the end.
  Result<std::optional<Found>, StoreError> next() {
    Lane* lane = nullptr;
    Entry* first = nullptr;
    for (Lane& other : lanes_) {
      const auto front = other.front();
      if (!front) return front.error();
      if (*front == nullptr || (first != nullptr && first->place <= (*front)->place)) continue;
      lane = &other;
      first = *front;
    }
    if (first == nullptr) return std::optional<Found>();
    const auto place = SessionIndex::place_in(first->place);
    if (!place) return StoreError::Corrupt;
    lane->take();
    return std::optional(Found{*place, lane->client(), std::move(*first)});
  }

  // The session of a row of this list, as it is at `now`.
  Result<SessionListing, StoreError> listing(const Found& found, UtcTime now) const {
    ClientKey client = found.client;
    std::optional<SessionLine> line;
    if (lines_.line == Line::All && !found.entry.value.empty()) {
      auto of_all = from_bytes<SessionLineOfAll>(found.entry.value);
      if (!of_all) return StoreError::Corrupt;
      client = std::move(of_all->client);
      line = std::move(of_all->line);
    } else if (!found.entry.value.empty()) {
      line = from_bytes<SessionLine>(found.entry.value);
      if (!line) return StoreError::Corrupt;
    } else if (!found.entry.is_open) {
      auto of_client = read_record<SessionLine>(
          views_,
          space::kSessionIndex,
          SessionIndex::prefix_of(Line::Client, found.entry.sandbox, client) + found.entry.place);
      if (!of_client) return of_client.error();
      if (!*of_client) return StoreError::Corrupt;
      line = std::move(*of_client);
    }
    if (line && line->ended) return listing_of(found, std::move(client), *std::move(line));
    const auto session = read_session(found.place.session);
    if (!session) return session.error();
    return listing_at(*session, now);
  }

  Result<Session, StoreError> read_session(const SessionId& id) const {
    auto session = read_record<Session>(views_, space::kSessions, Sessions::key(id));
    if (!session) return session.error();
    if (!*session) return StoreError::Corrupt;
    return **std::move(session);
  }

 private:
  static SessionListing listing_of(const Found& found, ClientKey client, SessionLine line) {
    EndedListing& ended = *line.ended;
    return {.id = found.place.session,
            .client = std::move(client),
            .sandbox = found.entry.sandbox,
            .created_at = found.place.created_at,
            .purpose = ended.purpose,
            .status = line.status,
            .result = line.result,
            .user_ref = std::move(ended.user_ref),
            .labels = std::move(ended.labels),
            .reasons = std::move(ended.reasons),
            .completed_at = ended.completed_at};
  }

  // Costs a read for each client that has a session.
  std::optional<StoreError> open_all(bool sandbox) {
    for (ClientKey client;;) {
      const auto entry =
          views_.seek(space::kSessionIndex, SessionIndex::clients_behind(client, sandbox));
      if (!entry) return entry.error();
      const auto found = *entry ? SessionIndex::client_in((*entry)->key, sandbox) : std::nullopt;
      if (!found) return std::nullopt;
      client = *found;
      add(client, {sandbox}, 1);
    }
  }

  void add(const ClientKey& client, const std::vector<bool>& worlds, std::size_t at_once) {
    std::vector<LineOfWorld> lines;
    for (const bool sandbox : worlds) {
      for (const std::string& facet : lines_.facets) {
        lines.push_back({SessionIndex::prefix_of(lines_.line, sandbox, client, facet),
                         sandbox,
                         has_open_alone(lines_.line, facet),
                         lines_.line == Line::Person || lines_.line == Line::Result});
      }
    }
    lanes_.emplace_back(views_, client, std::move(lines), from_, at_once);
  }

  const Views& views_;
  const SessionsAsked& asked_;
  Narrowest lines_;
  const std::string from_;
  const std::size_t at_once_;
  std::vector<Lane> lanes_;
};

// Reads a page, with `take`, which is given each row and adds to the page what is asked for.
template <class T, class Take>
Result<PageOf<T>, StoreError> read_page(ListReader& reader,
                                        const SessionsAsked& asked,
                                        const std::optional<SessionPlace>& after,
                                        std::size_t limit,
                                        const Take& take) {
  PageOf<T> page;
  if (const auto error = reader.open()) return *error;
  std::optional<SessionPlace> last = after;
  for (std::size_t read = 0;; ++read) {
    const auto found = reader.next();
    if (!found) return found.error();
    if (!*found) return page;
    const SessionPlace& place = (*found)->place;
    if (asked.created_from && place.created_at < *asked.created_from) return page;
    if (page.sessions.size() >= limit || read >= kSessionsReadMax) {
      page.next = last;
      return page;
    }
    if (const std::optional<StoreError> error = take(**found, page)) return *error;
    last = place;
  }
}

}  // namespace

bool is_asked(const SessionListing& session, const SessionsAsked& asked) {
  if (asked.client && session.client != *asked.client) return false;
  if (asked.sandbox && session.sandbox != *asked.sandbox) return false;
  if (asked.user_ref && session.user_ref != asked.user_ref) return false;
  if (asked.status && session.status != *asked.status) return false;
  if (asked.result && session.result != *asked.result) return false;
  if (asked.purpose && session.purpose != *asked.purpose) return false;
  if (asked.reason && std::ranges::count(session.reasons, *asked.reason) == 0) return false;
  for (const SessionLabel& label : asked.labels) {
    if (!has_label(session, label)) return false;
  }
  if (!is_between(session.created_at, asked.created_from, asked.created_before)) return false;
  if (!asked.completed_from && !asked.completed_before) return true;
  return session.completed_at &&
         is_between(*session.completed_at, asked.completed_from, asked.completed_before);
}

Result<ListingPage, StoreError> Queries::sessions(const SessionsAsked& asked,
                                                  const std::optional<SessionPlace>& after,
                                                  std::size_t limit) const {
  ListReader reader(views_, asked, first_bytes(asked, after), limit);
  return read_page<SessionListing>(
      reader,
      asked,
      after,
      limit,
      [&](const Found& found, ListingPage& page) -> std::optional<StoreError> {
        auto listing = reader.listing(found, asked.now);
        if (!listing) return listing.error();
        if (is_asked(*listing, asked)) page.sessions.push_back(*std::move(listing));
        return std::nullopt;
      });
}

Result<SessionPage, StoreError> Queries::sessions_of_person(
    const ClientKey& client,
    std::string_view user_ref,
    const std::optional<SessionPlace>& after,
    std::size_t limit) const {
  SessionsAsked asked;
  asked.client = client;
  asked.user_ref = std::string(user_ref);
  ListReader reader(views_, asked, first_bytes(asked, after), limit);
  return read_page<Session>(
      reader,
      asked,
      after,
      limit,
      [&](const Found& found, SessionPage& page) -> std::optional<StoreError> {
        auto session = reader.read_session(found.place.session);
        if (!session) return session.error();
        if (session->user_ref == asked.user_ref) page.sessions.push_back(*std::move(session));
        return std::nullopt;
      });
}

}  // namespace countersign
