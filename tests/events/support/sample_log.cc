#include "tests/events/support/sample_log.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "events/record/codec.h"
#include "tests/projections/support/capture_commands.h"

namespace countersign {

SampleLog::SampleLog(std::uint64_t seed, std::size_t open, std::size_t kept)
    : random_(seed), kept_max_(kept), open_(open) {}

StoredEvent SampleLog::next() {
  while (ready_.empty()) act();
  StoredEvent event = std::move(ready_.front());
  ready_.pop_front();
  return event;
}

Uuid SampleLog::some_uuid() {
  Uuid bytes{};
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random_());
  return uuid_from_random(bytes);
}

Digest SampleLog::some_digest() {
  Digest bytes{};
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random_());
  return bytes;
}

void SampleLog::act() {
  now_ = now_ + Duration(pick(50'000));
  if (one_in(2'000)) now_ = now_ + 40 * kMinute;
  if (!client_.registered) return register_client();
  if (ended_.size() > kept_max_) return purge_oldest();
  if (!ended_.empty() && one_in(10)) return visit_ended();
  Session& session = open_[pick(open_.size())];
  if (session.exists) {
    go_on(session);
  } else {
    open_session(session);
  }
}

void SampleLog::register_client() {
  const RegisterClient command{now_, "Name", every_purpose(), SecretHash(some_digest())};
  auto decision = decide(client_, command);
  append(stream_of(client_key("sample")),
         client_,
         any_stream(*std::move(decision)),
         {ActorKind::Operator, "uid:0"});
}

void SampleLog::open_session(Session& session) {
  const SessionId id(some_uuid());
  CreateSession command{.at = now_,
                        .client = client_.key,
                        .purpose = client_.policy.purposes[pick(client_.policy.purposes.size())],
                        .token = TokenHash(some_digest()),
                        .expires_at = now_ + 30 * kMinute};
  if (one_in(2)) command.user_ref = "user-" + std::to_string(pick(1000));
  auto decision = decide(client_, 0, command);
  append(stream_of(id),
         session,
         any_stream(*std::move(decision)),
         {ActorKind::Client, client_.key.value()});
}

void SampleLog::go_on(Session& session) {
  const SessionCommand command =
      one_in(60) ? SessionCommand(CancelSession{now_}) : command_for(session);
  if (!submit(session, command)) submit(session, ExpireSession{now_});
  if (session.ended_at) ended_.push_back(std::exchange(session, {}));
}

void SampleLog::visit_ended() {
  Session& session = ended_[pick(ended_.size())];
  switch (pick(8)) {
    case 0:
      submit(session, SetHold{now_, "a court asked"});
      return;
    case 1:
      submit(session, ReleaseHold{now_, "it no longer asks"});
      return;
    default:
      break;
  }
  DownloadDocuments command{now_};
  if (!session.files.empty() && one_in(2)) {
    command.file = session.files[pick(session.files.size())].file;
  }
  submit(session, command);
}

void SampleLog::purge_oldest() {
  Session session = std::move(ended_.front());
  ended_.pop_front();
  if (session.held) submit(session, ReleaseHold{now_, "before the purge"});
  submit(session, PurgeFiles{now_, PurgeReason::Retention, now_ - kDay});
}

SessionCommand SampleLog::command_for(const Session& session) {
  const CurrentStep current = current_step(session);
  if (current == CurrentStep::Finalize) return FinalizeSession{now_, findings()};
  const Step step = current == CurrentStep::Document ? Step::Document : Step::Liveness;
  for (const Challenge& challenge : session.challenges) {
    if (!challenge_fault(session, step, challenge.nonce, now_)) {
      return submission_for(session, step, challenge.nonce);
    }
  }
  IssueChallenge issue{now_, step, NonceHash(some_digest()), now_ + 2 * kMinute};
  if (step == Step::Liveness) issue.actions = {Action::LookStraight, Action::TurnLeft};
  return issue;
}

SessionCommand SampleLog::submission_for(const Session& session,
                                         Step step,
                                         const NonceHash& nonce) {
  if (step == Step::Liveness) {
    return SubmitLiveness{now_, nonce, findings(), {}, {image(), image(), image()}};
  }
  const Side side = session.front.accepted ? Side::Back : Side::Front;
  const DocumentType type = one_in(2) ? DocumentType::Passport : DocumentType::IdCard;
  return SubmitDocument{now_,
                        nonce,
                        side,
                        side == Side::Front ? std::optional(type) : std::nullopt,
                        findings(),
                        image()};
}

Findings SampleLog::findings() {
  Findings found;
  found.engine = {"sample", "1"};
  found.checks.push_back({"SHARPNESS", CheckStatus::Passed, {}, 120'000, 80'000});
  found.checks.push_back({"AUTHENTICITY", CheckStatus::NotPerformed, {}, {}, {}});
  if (one_in(8)) found.issues.push_back({"BLURRY", Severity::Error, 20'000, 80'000, "Hold still."});
  return found;
}

StoredFile SampleLog::image() {
  StoredFile file;
  file.file = FileId(some_uuid());
  file.size_bytes = 100'000 + pick(200'000);
  file.sha256 = Sha256(some_digest());
  file.day = day_of(now_);
  file.width = 1280;
  file.height = 960;
  file.pixels = Sha256(some_digest());
  return file;
}

bool SampleLog::submit(Session& session, const SessionCommand& command) {
  auto decision = decide(session, command);
  if (!decision) return false;
  append(stream_of(session.id), session, any_stream(*std::move(decision)), {ActorKind::Device, ""});
  return true;
}

void SampleLog::append(const StreamId& stream,
                       auto& aggregate,
                       std::vector<Event> events,
                       Actor actor) {
  const RequestId request("r-" + std::to_string(sequence_));
  for (Event& event : events) {
    RecordedEvent recorded;
    recorded.sequence = Sequence(++sequence_);
    recorded.stream = stream;
    recorded.version = StreamVersion(aggregate.version + 1);
    recorded.previous = aggregate.last_leaf;
    recorded.at = now_;
    recorded.actor = actor;
    recorded.request = request;
    if (one_in(4)) recorded.sealed = std::string("sealed, and unreadable here");
    recorded.event = std::move(event);
    StoredEvent stored = encode_stored(std::move(recorded));
    evolve(aggregate, stored.recorded, stored.leaf);
    ready_.push_back(std::move(stored));
  }
}

}  // namespace countersign
