#include "projections/views/review/reviews.h"

#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"

namespace countersign {
namespace {

constexpr char kBetweenReaders = ',';
constexpr char kHandedMark = '!';  // no id of a reviewer has one

std::string key(std::string prefix, const std::string& readers, Sequence asked) {
  return std::move(prefix) + ViewKey().text(readers).end_of_text().number(asked.value()).take();
}

void put(const Session& session, const std::string& readers, ViewBatch& views) {
  const std::string id = ViewKey().bytes(session.id.value()).take();
  const Sequence asked = *session.review.asked;
  views.put(space::kReviews, key(Reviews::prefix_of_all(session.sandbox), readers, asked), id);
  views.put(space::kReviews,
            key(Reviews::prefix_of(session.client, session.sandbox), readers, asked),
            id);
}

void erase_from(const Session& session, const std::string& readers, ViewBatch& views) {
  const Sequence asked = *session.review.asked;
  views.erase(space::kReviews, key(Reviews::prefix_of_all(session.sandbox), readers, asked));
  views.erase(space::kReviews,
              key(Reviews::prefix_of(session.client, session.sandbox), readers, asked));
}

std::string readers_of_handed(const std::string& readers, const std::string& handed_by) {
  return readers + kHandedMark + handed_by;
}

// The state after the event does not say whether the session was handed over still before it.
void erase(const Session& session, const std::string& readers, ViewBatch& views) {
  erase_from(session, readers, views);
  const auto& hand_overs = session.review.hand_overs;
  if (hand_overs.empty()) return;
  erase_from(session, readers_of_handed(readers, hand_overs.back().reviewer), views);
}

// A count of 0 is not stored.
void count(const std::string& at, bool more, ViewBatch& views) {
  const auto before = load<std::uint64_t>(views, space::kReviews, at).value_or(0);
  if (more) return views.put(space::kReviews, at, to_bytes(before + 1));
  if (before <= 1) return views.erase(space::kReviews, at);
  views.put(space::kReviews, at, to_bytes(before - 1));
}

void count(const Session& session, bool more, ViewBatch& views) {
  count(Reviews::key_of_count(session.sandbox), more, views);
  count(Reviews::key_of_count(session.client, session.sandbox), more, views);
}

}  // namespace

std::string Reviews::prefix_of_all(bool sandbox) {
  return ViewKey().letter('q').letter(world_of(sandbox)).letter('a').take();
}

std::string Reviews::prefix_of_clients(bool sandbox) {
  return ViewKey().letter('q').letter(world_of(sandbox)).letter('c').take();
}

std::string Reviews::prefix_of(const ClientKey& client, bool sandbox) {
  return prefix_of_clients(sandbox) + ViewKey().text(client.value()).end_of_text().take();
}

std::string Reviews::clients_behind(const ClientKey& client, bool sandbox) {
  if (client.value().empty()) return prefix_of_clients(sandbox);
  return prefix_of_clients(sandbox) + ViewKey().text(client.value()).letter('\1').take();
}

std::string Reviews::key_of_count(bool sandbox) {
  return ViewKey().letter('n').letter(world_of(sandbox)).take();
}

std::string Reviews::key_of_count(const ClientKey& client, bool sandbox) {
  return key_of_count(sandbox) + client.value();
}

std::string Reviews::key_of_claim(const ReviewerId& reviewer) {
  return ViewKey().letter('h').text(reviewer.value()).take();
}

std::string Reviews::readers_of(const std::vector<ReviewOpinion>& opinions) {
  std::string readers;
  for (const ReviewOpinion& opinion : opinions) {
    if (!is_reviewer_id(opinion.reviewer)) continue;
    if (!readers.empty()) readers.push_back(kBetweenReaders);
    readers += opinion.reviewer;
  }
  return readers;
}

bool Reviews::is_read_by(std::string_view readers, const ReviewerId& reviewer) {
  return readers.substr(0, readers.find(kHandedMark)).find(reviewer.value()) != readers.npos;
}

bool Reviews::is_handed(std::string_view readers) {
  return readers.find(kHandedMark) != readers.npos;
}

bool Reviews::is_handed_by(std::string_view readers, const ReviewerId& reviewer) {
  const std::size_t mark = readers.find(kHandedMark);
  return mark != readers.npos && readers.substr(mark + 1) == reviewer.value();
}

Projection Reviews::projection() {
  return {.name = "reviews", .space = space::kReviews, .version = 4};
}

void Reviews::fold(const FoldedEvent<SessionFinalized>& folded, ViewBatch& views) {
  if (!folded.state.review.asked) return;
  put(folded.state, {}, views);
  count(folded.state, true, views);
}

void Reviews::fold(const FoldedEvent<ReviewClaimed>& folded, ViewBatch& views) {
  if (!is_reviewer_id(folded.event.reviewer)) return;
  views.put(space::kReviews,
            key_of_claim(ReviewerId(folded.event.reviewer)),
            ViewKey().bytes(folded.state.id.value()).take());
}

// An opinion that does not settle moves the session to another line.
void Reviews::fold(const FoldedEvent<ReviewDecided>& folded, ViewBatch& views) {
  const Session& session = folded.state;
  if (!session.review.asked) return;
  std::vector<ReviewOpinion> before = session.review.opinions;
  before.pop_back();
  const std::string was = readers_of(before);
  if (folded.event.settles) {
    erase(session, was, views);
    return count(session, false, views);
  }
  erase(session, was, views);
  put(session, readers_of(session.review.opinions), views);
}

// An assignment answers a hand-over.
void Reviews::fold(const FoldedEvent<ReviewAssigned>& folded, ViewBatch& views) {
  const Session& session = folded.state;
  if (!waits_for_review(session)) return;
  const std::string readers = readers_of(session.review.opinions);
  erase(session, readers, views);
  put(session, readers, views);
}

void Reviews::fold(const FoldedEvent<ReviewHandedOver>& folded, ViewBatch& views) {
  const Session& session = folded.state;
  if (!waits_for_review(session)) return;
  const std::string readers = readers_of(session.review.opinions);
  erase(session, readers, views);
  put(session, readers_of_handed(readers, folded.event.reviewer), views);
}

void Reviews::fold(const FoldedEvent<FilesPurged>& folded, ViewBatch& views) {
  const Session& session = folded.state;
  if (!session.review.asked || session.review.decision) return;
  erase(session, readers_of(session.review.opinions), views);
  count(session, false, views);
}

}  // namespace countersign
