// StreamAudit: its state, for an audit that goes on.
#include <type_traits>
#include <utility>

#include "events/audit/streams/stream_audit.h"

namespace countersign {
namespace {

template <class T>
concept OwnsRecord = requires(const T& owner) {
  *owner;
}
&&Reflected<typename T::element_type>;

template <class T>
bool take_owned(StateReader& in, std::unique_ptr<T>& owner) {
  owner = std::make_unique<T>(in.take<T>());
  return in.good();
}

}  // namespace

void StreamAudit::append_state(std::string& out) const {
  put_state(out, version_);
  put_state(out, previous_);
  put_state(out, static_cast<std::uint8_t>(state_.index()));
  std::visit(
      [&]<class State>(const State& state) {
        if constexpr (OwnsRecord<State>) {
          put_state(out, *state);
        } else if constexpr (std::is_same_v<State, Ended>) {
          append_ended(out, state);
        } else if constexpr (std::is_same_v<State, AllKeys>) {
          state->append_state(out);
        } else if constexpr (std::is_same_v<State, AllThresholds>) {
          put_set(out, *state);
        }
      },
      state_);
}

bool StreamAudit::take_state(StateReader& in) {
  version_ = in.take<std::uint64_t>();
  previous_ = in.take<Sha256>();
  return take_kind(
      in, in.take<std::uint8_t>(), std::make_index_sequence<std::variant_size_v<State>>());
}

template <std::size_t... Index>
bool StreamAudit::take_kind(StateReader& in, std::size_t kind, std::index_sequence<Index...>) {
  return in.good() && ((kind == Index && take_of(in, state_.template emplace<Index>())) || ...);
}

// A stream has had an event.
bool StreamAudit::take_of(StateReader&, std::monostate&) { return false; }
bool StreamAudit::take_of(StateReader&, BegunLog&) { return true; }
bool StreamAudit::take_of(StateReader& in, OpenSession& session) {
  return take_owned(in, session) && session->exists && !has_ended(*session);
}
bool StreamAudit::take_of(StateReader& in, OneClient& client) { return take_owned(in, client); }
bool StreamAudit::take_of(StateReader& in, OneReviewer& reviewer) {
  return take_owned(in, reviewer);
}
bool StreamAudit::take_of(StateReader& in, OneClientsWebhooks& webhooks) {
  return take_owned(in, webhooks);
}
bool StreamAudit::take_of(StateReader& in, AllKeys& keys) {
  keys = std::make_unique<KeyAudit>();
  return keys->take_state(in);
}
bool StreamAudit::take_of(StateReader& in, AllThresholds& thresholds) {
  thresholds = std::make_unique<std::set<Sha256>>();
  return take_set(in, *thresholds);
}

void StreamAudit::append_ended(std::string& out, const Ended& ended) {
  put_state(out, ended.status);
  put_state(out, ended.held);
  put_state(out, ended.purged);
  put_state(out, ended.has_values);
  put_items(out, ended.files, [&](const Ended::File& file) {
    put_state(out, file.file);
    put_state(out, file.size_bytes);
  });
  put_state(out, ended.review != nullptr);
  if (!ended.review) return;
  put_state(out, ended.review->review);
  put_state(out, ended.review->client);
  put_state(out, ended.review->images);
  put_state(out, ended.review->kinds);
}

bool StreamAudit::take_of(StateReader& in, Ended& ended) {
  ended.status = in.take<SessionStatus>();
  ended.held = in.take<bool>();
  ended.purged = in.take<bool>();
  ended.has_values = in.take<bool>();
  for (auto left = in.take<std::uint64_t>(); left > 0 && in.good(); --left) {
    const auto file = in.take<FileId>();
    ended.files.push_back({file, in.take<std::uint64_t>()});
  }
  if (!in.take<bool>()) return in.good();
  ended.review = std::make_unique<InReview>();
  ended.review->review = in.take<Review>();
  ended.review->client = in.take<ClientKey>();
  ended.review->images = in.take<std::vector<Sha256>>();
  ended.review->kinds = in.take<std::vector<FileKind>>();
  return in.good() && ended.review->images.size() == ended.files.size() &&
         ended.review->kinds.size() == ended.files.size();
}

}  // namespace countersign
