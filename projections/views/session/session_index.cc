#include "projections/views/session/session_index.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "events/crypto/sha256.h"
#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"

namespace countersign {
namespace {

using Line = SessionIndex::Line;

constexpr std::size_t kHashBytes = 16;

std::string hash_of_facet(std::string_view text) {
  const Digest digest = sha256(text);
  return {reinterpret_cast<const char*>(digest.data()), kHashBytes};
}

template <class E>
std::string letter_of(E value) {
  return {1, static_cast<char>('0' + static_cast<int>(value))};
}

char world_letter(bool sandbox) { return sandbox ? 's' : 'r'; }

std::string beginning(Line line, bool sandbox) {
  return {static_cast<char>(line), world_letter(sandbox)};
}

// The first places of a list have the greatest times and ids.
Uuid inverted(const Uuid& id) {
  Uuid bytes = id;
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(~byte);
  return bytes;
}

std::uint64_t inverted(UtcTime time) { return ~ViewKey::number_at(ViewKey().time(time).take(), 0); }

// The keys of one session.
class Rows {
 public:
  explicit Rows(const Session& session)
      : session_(session), place_(SessionIndex::bytes_of_place({session.created_at, session.id})) {}

  std::string of(Line line, std::string_view facet = {}) const {
    return SessionIndex::prefix_of(line, session_.sandbox, session_.client, facet) + place_;
  }
  std::string of_all() const { return SessionIndex::prefix_of_all(session_.sandbox) + place_; }

 private:
  const Session& session_;
  const std::string place_;
};

SessionLine line_of(const Session& session) {
  SessionLine line{session.status, result_status_of(session, session.status), {}};
  if (has_ended(session)) line.ended = ended_listing(session);
  return line;
}

void stand(const Rows& rows, const Session& session, const SessionLine& line, ViewBatch& views) {
  const std::string status = SessionIndex::facet_of(line.status);
  const std::string result = SessionIndex::facet_of(line.result);
  const std::string bytes = to_bytes(line);
  views.put(space::kSessionIndex, rows.of(Line::Client), bytes);
  views.put(space::kSessionIndex, rows.of(Line::Status, status), {});
  views.put(space::kSessionIndex, rows.of(Line::Result, result), line.ended ? bytes : "");
  if (!line.ended) return;
  views.put(space::kSessionIndex, rows.of_all(), to_bytes(SessionLineOfAll{session.client, line}));
  if (session.user_ref) {
    const std::string person = SessionIndex::facet_of_text(*session.user_ref);
    views.put(space::kSessionIndex, rows.of(Line::Person, person), bytes);
  }
}

// Moves the session from its lines of a status and of a result to those of the next.
void move_lines(const Session& session, ViewBatch& views) {
  const Rows rows(session);
  const SessionLine is = line_of(session);
  const auto was = load<SessionLine>(views, space::kSessionIndex, rows.of(Line::Client));
  if (was == is) return;
  if (was && was->status != is.status) {
    const std::string status = SessionIndex::facet_of(was->status);
    views.erase(space::kSessionIndex, rows.of(Line::Status, status));
  }
  if (was && was->result != is.result) {
    const std::string result = SessionIndex::facet_of(was->result);
    views.erase(space::kSessionIndex, rows.of(Line::Result, result));
  }
  stand(rows, session, is, views);
}

}  // namespace

std::string SessionIndex::facet_of(SessionStatus status) { return letter_of(status); }
std::string SessionIndex::facet_of(ResultStatus result) { return letter_of(result); }
std::string SessionIndex::facet_of(Purpose purpose) { return letter_of(purpose); }
std::string SessionIndex::facet_of(const SessionLabel& label) {
  return hash_of_facet(label.key + '\0' + label.value);
}
std::string SessionIndex::facet_of_text(std::string_view text) { return hash_of_facet(text); }

std::string SessionIndex::prefix_of_all(bool sandbox) { return beginning(Line::All, sandbox); }

std::string SessionIndex::prefix_of(Line line,
                                    bool sandbox,
                                    const ClientKey& client,
                                    std::string_view facet) {
  return beginning(line, sandbox) + ViewKey().text(client.value()).end_of_text().text(facet).take();
}

std::string SessionIndex::clients_behind(const ClientKey& client, bool sandbox) {
  const std::string lines = beginning(Line::Client, sandbox);
  return client.value().empty() ? lines : lines + client.value() + '\1';
}

std::optional<ClientKey> SessionIndex::client_in(std::string_view key, bool sandbox) {
  const std::string lines = beginning(Line::Client, sandbox);
  const std::size_t end = key.find('\0', lines.size());
  if (!key.starts_with(lines) || end == std::string_view::npos) return std::nullopt;
  return ClientKey(std::string(key.substr(lines.size(), end - lines.size())));
}

std::string SessionIndex::bytes_of_place(const SessionPlace& place) {
  return bytes_of_time(place.created_at) + ViewKey().bytes(inverted(place.session.value())).take();
}

std::string SessionIndex::bytes_of_time(UtcTime created_at) {
  return ViewKey().number(inverted(created_at)).take();
}

std::optional<SessionPlace> SessionIndex::place_in(std::string_view bytes) {
  Uuid id{};
  if (bytes.size() != ViewKey::kNumberBytes + id.size()) return std::nullopt;
  std::ranges::copy(bytes.substr(ViewKey::kNumberBytes), id.begin());
  const std::string time = ViewKey().number(~ViewKey::number_at(bytes, 0)).take();
  return SessionPlace{ViewKey::time_at(time, 0), SessionId(inverted(id))};
}

Projection SessionIndex::projection() {
  return {.name = "session_index",
          .space = space::kSessionIndex,
          .shape = shape_of<SessionLineOfAll>()};
}

void SessionIndex::fold(const FoldedEvent<SessionCreated>& folded, ViewBatch& views) {
  const Session& session = folded.state;
  const Rows rows(session);
  views.put(space::kSessionIndex, rows.of_all(), {});
  stand(rows, session, line_of(session), views);
  views.put(space::kSessionIndex, rows.of(Line::Purpose, facet_of(session.purpose)), {});
  if (session.user_ref) {
    views.put(space::kSessionIndex, rows.of(Line::Person, facet_of_text(*session.user_ref)), {});
  }
  if (!session.labels) return;
  for (const SessionLabel& label : session.labels->value()) {
    views.put(space::kSessionIndex, rows.of(Line::Label, facet_of(label)), {});
  }
}

void SessionIndex::fold(const FoldedEvent<ChallengeIssued>& folded, ViewBatch& views) {
  move_lines(folded.state, views);
}

void SessionIndex::fold(const FoldedEvent<LivenessNotPossible>& folded, ViewBatch& views) {
  move_lines(folded.state, views);
}

void SessionIndex::fold(const FoldedEvent<SessionFinalized>& folded, ViewBatch& views) {
  move_lines(folded.state, views);
  const Rows rows(folded.state);
  for (const std::string& reason : folded.state.reasons) {
    views.put(space::kSessionIndex, rows.of(Line::Reason, facet_of_text(reason)), {});
  }
}

void SessionIndex::fold(const FoldedEvent<SessionExpired>& folded, ViewBatch& views) {
  move_lines(folded.state, views);
}

void SessionIndex::fold(const FoldedEvent<SessionCanceled>& folded, ViewBatch& views) {
  move_lines(folded.state, views);
}

void SessionIndex::fold(const FoldedEvent<ReviewDecided>& folded, ViewBatch& views) {
  move_lines(folded.state, views);
}

void SessionIndex::fold(const FoldedEvent<ReviewCorrected>& folded, ViewBatch& views) {
  move_lines(folded.state, views);
}

}  // namespace countersign
