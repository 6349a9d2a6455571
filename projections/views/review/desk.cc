#include "projections/views/review/desk.h"

#include <algorithm>

#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"

namespace countersign {
namespace {

AssignedCases assigned_to(ViewBatch& views, const ReviewerId& reviewer) {
  return load<AssignedCases>(views, space::kDesk, Desk::key_of(reviewer)).value_or(AssignedCases{});
}

void keep_assigned(const ReviewerId& reviewer, const AssignedCases& assigned, ViewBatch& views) {
  const std::string key = Desk::key_of(reviewer);
  if (assigned.cases.empty()) return views.erase(space::kDesk, key);
  views.put(space::kDesk, key, to_bytes(assigned));
}

void end_assignment(const SessionId& session, ViewBatch& views) {
  const std::string key = Desk::key_of(session);
  const auto to = views.get(space::kDesk, key);
  if (!to) return;
  views.erase(space::kDesk, key);
  const ReviewerId reviewer(*to);
  AssignedCases assigned = assigned_to(views, reviewer);
  std::erase_if(assigned.cases, [&](const AssignedCase& each) { return each.session == session; });
  keep_assigned(reviewer, assigned, views);
}

void drop_lapsed(AssignedCases& assigned, UtcTime now, ViewBatch& views) {
  std::erase_if(assigned.cases, [&](const AssignedCase& each) {
    const bool is_over = each.until <= now;
    if (is_over) views.erase(space::kDesk, Desk::key_of(each.session));
    return is_over;
  });
}

// An event may have ended the assignment of its session.
void follow(const Session& session, ViewBatch& views) {
  if (!session.review.assigned) end_assignment(session.id, views);
}

void keep_due_time(const Client& client, ViewBatch& views) {
  const std::string key = Desk::key_of_due_time(client.key);
  const std::uint64_t due_ms = due_ms_of(client.policy);
  if (due_ms == 0) return views.erase(space::kDesk, key);
  views.put(space::kDesk, key, to_bytes(due_ms));
}

std::string key_of_waiting(const Session& session) {
  return Desk::key_of(session.client, {session.ended_at.value_or(UtcTime()), session.id});
}

}  // namespace

std::string Desk::key_of_due_time(const ClientKey& client) {
  return ViewKey().letter('p').text(client.value()).take();
}

ClientKey Desk::client_in(std::string_view key_of_due_time) {
  return ClientKey(std::string(key_of_due_time.substr(1)));
}

std::string Desk::prefix_of_waiting(const ClientKey& client) {
  return ViewKey().letter('w').text(client.value()).end_of_text().take();
}

std::string Desk::key_of(const ClientKey& client, const WaitingCase& waiting) {
  return prefix_of_waiting(client) +
         ViewKey().time(waiting.since).bytes(waiting.session.value()).take();
}

std::optional<WaitingCase> Desk::waiting_in(std::string_view key, std::string_view prefix) {
  Uuid id{};
  if (!key.starts_with(prefix)) return std::nullopt;
  if (key.size() != prefix.size() + ViewKey::kNumberBytes + id.size()) return std::nullopt;
  std::ranges::copy(key.substr(prefix.size() + ViewKey::kNumberBytes), id.begin());
  return WaitingCase{ViewKey::time_at(key, prefix.size()), SessionId(id)};
}

std::string Desk::key_of(const ReviewerId& reviewer) {
  return ViewKey().letter('g').text(reviewer.value()).take();
}

std::string Desk::key_of(const SessionId& session) {
  return ViewKey().letter('s').bytes(session.value()).take();
}

bool Desk::has_room(ViewBatch& views, const ReviewerId& reviewer, UtcTime now) {
  const AssignedCases assigned = assigned_to(views, reviewer);
  const auto in_force = std::ranges::count_if(
      assigned.cases, [&](const AssignedCase& each) { return now < each.until; });
  return static_cast<std::size_t>(in_force) < kAssignedMax;
}

Projection Desk::projection() {
  return {.name = "desk", .space = space::kDesk, .shape = shape_of<AssignedCases>()};
}

void Desk::fold(const FoldedEvent<ClientRegistered>& folded, ViewBatch& views) {
  keep_due_time(folded.state, views);
}

void Desk::fold(const FoldedEvent<ClientChanged>& folded, ViewBatch& views) {
  keep_due_time(folded.state, views);
}

void Desk::fold(const FoldedEvent<SessionFinalized>& folded, ViewBatch& views) {
  if (!folded.state.review.asked) return;
  views.put(space::kDesk, key_of_waiting(folded.state), {});
}

void Desk::fold(const FoldedEvent<ReviewOverdue>& folded, ViewBatch& views) {
  views.erase(space::kDesk, key_of_waiting(folded.state));
}

void Desk::fold(const FoldedEvent<ReviewAssigned>& folded, ViewBatch& views) {
  end_assignment(folded.state.id, views);
  if (!is_reviewer_id(folded.event.to)) return;
  const ReviewerId reviewer(folded.event.to);
  AssignedCases assigned = assigned_to(views, reviewer);
  drop_lapsed(assigned, folded.recorded.at, views);
  assigned.cases.push_back({folded.state.id, folded.state.client, folded.event.until});
  keep_assigned(reviewer, assigned, views);
  views.put(space::kDesk, key_of(folded.state.id), reviewer.value());
}

void Desk::fold(const FoldedEvent<ReviewUnassigned>& folded, ViewBatch& views) {
  follow(folded.state, views);
}

void Desk::fold(const FoldedEvent<ReviewHandedOver>& folded, ViewBatch& views) {
  follow(folded.state, views);
}

void Desk::fold(const FoldedEvent<ReviewClaimed>& folded, ViewBatch& views) {
  follow(folded.state, views);
}

void Desk::fold(const FoldedEvent<ReviewReleased>& folded, ViewBatch& views) {
  follow(folded.state, views);
}

void Desk::fold(const FoldedEvent<ReviewDecided>& folded, ViewBatch& views) {
  follow(folded.state, views);
  if (!folded.event.settles || !folded.state.review.asked) return;
  views.erase(space::kDesk, key_of_waiting(folded.state));
}

void Desk::fold(const FoldedEvent<FilesPurged>& folded, ViewBatch& views) {
  if (!folded.state.review.asked) return;
  follow(folded.state, views);
  views.erase(space::kDesk, key_of_waiting(folded.state));
}

}  // namespace countersign
