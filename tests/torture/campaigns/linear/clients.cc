#include "tests/torture/campaigns/linear/clients.h"

#include <chrono>
#include <limits>

#include "tests/programs/support/json.h"

namespace countersign::torture {
namespace {

constexpr std::chrono::minutes kRestartLimit{1};
constexpr std::chrono::milliseconds kLook{1};
constexpr std::chrono::milliseconds kClockMargin{500};
constexpr std::size_t kOperationsLeast = 20;
constexpr std::size_t kOperationsMost = 90;
constexpr std::size_t kAgingMost = 4;
constexpr int kNoncesToAge = 3;

}  // namespace

Whereabouts::Place Whereabouts::now() const {
  const std::lock_guard lock(mutex_);
  return {port_, gone_.size()};
}

void Whereabouts::moved(std::uint16_t port, Nanoseconds gone) {
  const std::lock_guard lock(mutex_);
  port_ = port;
  gone_.push_back(gone);
  changed_.notify_all();
}

std::optional<Nanoseconds> Whereabouts::gone(std::size_t life) const {
  std::unique_lock lock(mutex_);
  if (!changed_.wait_for(lock, kRestartLimit, [&] { return gone_.size() > life; })) {
    return std::nullopt;
  }
  return gone_[life];
}

Sharers::Sharers(std::uint16_t port,
                 tests::Credentials sandbox,
                 std::chrono::nanoseconds nonce_ttl,
                 std::uint64_t seed,
                 Size size,
                 Done done)
    : sandbox_(std::move(sandbox)),
      nonce_ttl_(nonce_ttl),
      done_(std::move(done)),
      whereabouts_(port),
      present_(size.threads),
      places_(size.sessions) {
  for (std::size_t i = 0; i < size.threads; ++i) {
    threads_.emplace_back([this, seed = seed + i] {
      work(seed);
      --present_;
    });
  }
}

Sharers::~Sharers() { leave(); }

void Sharers::work(std::uint64_t seed) {
  Client client{Draw(seed), {}};
  while (!stopping_) {
    Place& place = places_[client.draw() % places_.size()];
    const SessionPtr session = enter(client, place);
    if (!session) continue;
    perform(client, *session, session->draw(client.draw));
    if (session->leave()) complete(*session);
  }
}

// Returns null if no session could be created, e.g. because the server was gone.
Sharers::SessionPtr Sharers::enter(Client& client, Place& place) {
  const std::lock_guard lock(place.mutex);
  if (place.session && place.session->enter()) return place.session;
  place.session = next_session(client, place);
  if (!place.session || !place.session->enter()) return nullptr;
  place.strangers = place.session->nonces();
  return place.session;
}

Sharers::SessionPtr Sharers::next_session(Client& client, Place& place) {
  if (place.session) place.strangers = place.session->nonces();
  if (SessionPtr aged = aged_session()) return aged;
  let_one_age(client, place);
  return new_session(client, place);
}

Sharers::SessionPtr Sharers::new_session(Client& client, Place& place) {
  using Purpose = SessionModel::Purpose;
  const SessionModel::Settings settings{
      client.draw() % 2 == 0 ? Purpose::FullCapture : Purpose::DocumentVerification,
      client.draw() % 2 == 0,
      nonce_ttl_,
      kClockMargin};
  const auto now = whereabouts_.now();
  const auto created = client.wire.ask(now.port, SharedSession::creation(sandbox_, settings));
  if (created.status == 0) (void)whereabouts_.gone(now.life);
  if (created.status != 200) return nullptr;
  const tests::Json json(created.body);
  return std::make_shared<SharedSession>(
      SharedSession::Identity{json.text("/sessionId"), json.text("/sessionToken"), sandbox_},
      settings,
      place.strangers,
      kOperationsLeast + client.draw() % (kOperationsMost - kOperationsLeast));
}

// A session whose nonces have certainly expired; null if there is none.
Sharers::SessionPtr Sharers::aged_session() {
  const std::lock_guard lock(aging_mutex_);
  if (aging_.empty()) return nullptr;
  const Nanoseconds age = steady_now() - aging_.front().since;
  if (age < (nonce_ttl_ + 2 * std::chrono::nanoseconds(kClockMargin)).count()) return nullptr;
  SessionPtr session = std::move(aging_.front().session);
  aging_.pop_front();
  return session;
}

void Sharers::let_one_age(Client& client, Place& place) {
  {
    const std::lock_guard lock(aging_mutex_);
    if (aging_.size() >= kAgingMost) return;
  }
  SessionPtr session = new_session(client, place);
  if (!session) return;
  for (int i = 0; i < kNoncesToAge; ++i) perform(client, *session, session->challenge(Part::Front));
  const std::lock_guard lock(aging_mutex_);
  aging_.push_back({std::move(session), steady_now()});
}

void Sharers::perform(Client& client, SharedSession& session, Planned planned) {
  const auto now = whereabouts_.now();
  planned.operation.called = steady_now();
  const tests::Answer answer = client.wire.ask(now.port, planned.request);
  Nanoseconds returned = steady_now();
  if (answer.status == 0) {
    const auto gone = whereabouts_.gone(now.life);
    returned = gone.value_or(std::numeric_limits<Nanoseconds>::max());
    without_answer_ += !gone;
    if (returned < planned.operation.called) return;  // the server was gone before the call
  }
  session.record(std::move(planned.operation), answer, returned);
  ++operations_;
}

void Sharers::complete(const SharedSession& session) {
  History history = session.history();
  if (!history.empty()) done_({session.id(), session.settings(), std::move(history)});
}

bool Sharers::wait_for(std::uint64_t operations) const {
  while (operations_ < operations && present_ > 0) std::this_thread::sleep_for(kLook);
  return operations_ >= operations;
}

std::uint64_t Sharers::leave() {
  stopping_ = true;
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  for (Place& place : places_) {
    if (place.session && place.session->enter()) {
      (void)place.session->leave();
      complete(*place.session);
    }
    place.session.reset();
  }
  for (const Aging& aging : aging_) complete(*aging.session);
  aging_.clear();
  return without_answer_;
}

}  // namespace countersign::torture
