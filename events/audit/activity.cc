#include "events/audit/activity.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>

#include "core/session/review/review_reasons.h"
#include "core/text/counted.h"

namespace countersign {
namespace {

using std::chrono::days;
using std::chrono::sys_days;

template <class E>
std::size_t place_of(E value) {
  return static_cast<std::size_t>(value);
}

void add(FileTally& to, const FileTally& what) {
  to.times += what.times;
  to.files += what.files;
  to.bytes += what.bytes;
}

// The entry of `key`; if the map is full, the shared entry of all keys without their own.
template <class Map>
auto& entry_of(Map& map, const std::string& key, std::size_t max) {
  if (const auto found = map.find(key); found != map.end()) return found->second;
  return map.size() < max ? map[key] : map[std::string()];
}

void keep(std::deque<Notable>& latest, Notable one) {
  latest.push_back(std::move(one));
  if (latest.size() > Activity::kNotableMax) latest.pop_front();
}

// Adds the changes by an event, except to the count of events.
class Fold {
 public:
  Fold(Activity& activity, DayActivity& day, const RecordedEvent& recorded, bool is_sandbox)
      : activity_(activity), day_(day), recorded_(recorded), is_sandbox_(is_sandbox) {}

  void operator()(const SessionCreated& event) { ++client(event.client.value()).sessions; }
  void operator()(const DocumentRejected& event) { refuse(event.code); }
  void operator()(const LivenessRejected& event) { refuse(event.code); }
  void operator()(const SessionFinalized& event) {
    if (!is_sandbox_) ++day_.results[place_of(event.result)];
  }
  void operator()(const DocumentsDownloaded& event) {
    const FileTally handed{1, event.file_count, event.size_bytes};
    ++seen().downloads;
    if (!is_sandbox_) add(day_.downloads, handed);
    const Actor& actor = recorded_.actor;
    if (actor.kind != ActorKind::Client) {
      add(activity_.other_downloads[std::string(name_of(actor.kind))], handed);
      return;
    }
    ClientActivity& who = client(actor.ref);
    add(who.downloads, handed);
    who.last_download = recorded_.at;
  }
  void operator()(const FilesPurged& event) {
    forget_looks();
    if (is_sandbox_) return;
    add(day_.purges[place_of(event.reason)], {1, event.files.size(), event.size_bytes});
    if (event.reason == PurgeReason::Erasure) {
      keep(activity_.erasures,
           notable(recorded_.stream.value(), event.why ? event.why->value() : std::string()));
    }
  }
  void operator()(const ImageViewed& event) {
    SeenSession& session = seen();
    ++session.looks;
    name_in(session, event.reviewer);
    PersonActivity& who = person(event.reviewer);
    ++who.looks;
    who.last = recorded_.at;
    if (activity_.looked.size() >= Activity::kLookedMax) {
      activity_.forgot_looks = true;
      return;
    }
    activity_.looked.emplace(recorded_.stream.value(), event.reviewer);
  }
  void operator()(const ReviewDecided& event) { decide(event); }
  void operator()(const ReviewCorrected& event) { decide(event); }
  void operator()(const HoldSet& event) {
    keep(activity_.holds, notable(recorded_.stream.value(), event.reason));
  }
  void operator()(const HoldReleased& event) {
    keep(activity_.holds, notable(recorded_.stream.value(), event.reason));
  }
  void operator()(const ClientRegistered& event) {
    ClientActivity& who = own_client();
    who.name = event.name;
    who.sandbox = event.sandbox;
    who.registered_at = recorded_.at;
  }
  void operator()(const ClientChanged& event) { own_client().name = event.name; }
  void operator()(const ClientDisabled&) { own_client().disabled_at = recorded_.at; }
  void operator()(const ClientClosed&) {
    if (!own_client().disabled_at) own_client().disabled_at = recorded_.at;
  }
  void operator()(const KeyDestroyed& event) {
    keep(activity_.keys,
         notable(event.slot,
                 event.sessions_kept == 0
                     ? std::string()
                     : counted(event.sessions_kept, "session") + " kept, under another key"));
  }
  void operator()(const MasterKeyRotated& event) {
    keep(activity_.keys, notable("master key", counted(event.slots, "slot")));
  }

  // These events are only counted.
  void operator()(const LeavesReserved&) {}
  void operator()(const KeyPunctured&) {}
  void operator()(const ThresholdsRecorded&) {}
  void operator()(const LogBegun&) {}
  void operator()(const ChallengeIssued&) {}
  void operator()(const NonceConsumed&) {}
  void operator()(const DocumentAccepted&) {}
  void operator()(const LivenessAccepted&) {}
  void operator()(const DocumentValuesRead&) {}
  void operator()(const LivenessNotPossible&) {}
  void operator()(const ConsentGiven&) {}
  void operator()(const HandoffOffered&) {}
  void operator()(const HandoffRefused&) {}
  void operator()(const DeviceJoined&) {}
  void operator()(const HandoffTakenBack&) {}
  void operator()(const LinkRenewed&) {}
  void operator()(const LinkTakenBack&) {}
  void operator()(const SessionExpired&) {}
  void operator()(const ReviewClaimed&) {}
  void operator()(const ReviewReleased&) {}
  void operator()(const ReviewOverdue&) {}
  void operator()(const ReviewAssigned&) {}
  void operator()(const ReviewUnassigned&) {}
  void operator()(const ReviewHandedOver&) {}
  void operator()(const SessionCanceled&) {}
  void operator()(const SecretAdded&) {}
  void operator()(const SecretRevoked&) {}
  void operator()(const WebhookRegistered&) {}
  void operator()(const WebhookChanged&) {}
  void operator()(const WebhookSecretRotated&) {}
  void operator()(const WebhookDisabled&) {}
  void operator()(const WebhookEnabled&) {}
  void operator()(const WebhookReplayed&) {}
  void operator()(const WebhookDeleted&) {}
  void operator()(const WebhookProven&) {}
  void operator()(const WebhookTested&) {}
  void operator()(const CapturePageChanged&) {}
  void operator()(const ClientLogoChanged&) {}
  void operator()(const ConsentTextChanged&) {}
  void operator()(const ReviewerRegistered&) {}
  void operator()(const ReviewerChanged&) {}
  void operator()(const ReviewerLinkMade&) {}
  void operator()(const ReviewerKeyAdded&) {}
  void operator()(const ReviewerKeyRevoked&) {}
  void operator()(const ReviewerDisabled&) {}
  void operator()(const ReviewerLoggedIn&) {}

 private:
  void decide(const auto& event) {
    DecisionTally one;
    const bool is_registered = is_registered_reviewer(event.reviewer);
    if (!is_registered) {
      one.by_clients = 1;
    } else if (event.signature) {
      one.signed_ones = 1;
    } else {
      one.unsigned_ones = 1;
    }
    const bool looked = activity_.forgot_looks ||
                        activity_.looked.contains({recorded_.stream.value(), event.reviewer});
    one.without_look = is_registered && !looked ? 1 : 0;
    if (!is_sandbox_) day_.decisions.add(one);
    SeenSession& session = seen();
    session.decisions.add(one);
    name_in(session, event.reviewer);
    PersonActivity& who = person(event.reviewer);
    who.decisions.add(one);
    who.last = recorded_.at;
  }
  // The session's entry, which becomes the latest.
  SeenSession& seen() {
    auto& all = activity_.seen;
    const auto found = std::ranges::find(all, recorded_.stream.value(), &SeenSession::session);
    if (found == all.end()) {
      if (all.size() >= Activity::kSeenSessionsMax) all.pop_front();
      all.push_back({recorded_.stream.value(), recorded_.at, 0, 0, {}, {}});
    } else {
      std::rotate(found, found + 1, all.end());
    }
    all.back().last = recorded_.at;
    return all.back();
  }
  static void name_in(SeenSession& session, const std::string& person) {
    if (session.people.size() < Activity::kPeopleShown) session.people.insert(person);
  }
  PersonActivity& person(const std::string& name) {
    return entry_of(activity_.people, name, Activity::kClientsMax);
  }
  void forget_looks() {
    auto& looked = activity_.looked;
    const std::string& stream = recorded_.stream.value();
    const auto first = looked.lower_bound({stream, std::string()});
    auto last = first;
    while (last != looked.end() && last->first == stream) ++last;
    looked.erase(first, last);
  }
  ClientActivity& client(const std::string& key) {
    return entry_of(activity_.clients, key, Activity::kClientsMax);
  }
  ClientActivity& own_client() {
    const auto key = client_of(recorded_.stream);
    return client(key ? key->value() : std::string());
  }
  void refuse(const std::string& code) {
    if (is_sandbox_) return;
    ++entry_of(activity_.refusals, code, Activity::kCodesMax);
  }
  Notable notable(std::string about, std::string why) const {
    return {recorded_.sequence,
            recorded_.at,
            recorded_.actor,
            std::string(type_of(recorded_.event).name),
            std::move(about),
            std::move(why)};
  }

  Activity& activity_;
  DayActivity& day_;
  const RecordedEvent& recorded_;
  const bool is_sandbox_;
};

}  // namespace

DayNumber day_number(UtcTime time) {
  const std::chrono::sys_time<Duration> point{Duration(time.value())};
  return static_cast<DayNumber>(std::chrono::floor<days>(point).time_since_epoch().count());
}

std::string date_of(DayNumber day) {
  const std::chrono::year_month_day date{sys_days(days(day))};
  return fmt::format("{:04}-{:02}-{:02}",
                     static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

std::uint64_t DayActivity::all_events() const {
  return std::accumulate(events.begin(), events.end(), std::uint64_t{0});
}

void DecisionTally::add(const DecisionTally& more) {
  signed_ones += more.signed_ones;
  unsigned_ones += more.unsigned_ones;
  by_clients += more.by_clients;
  without_look += more.without_look;
}

void DayActivity::add(const DayActivity& other) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    events[i] += other.events[i];
    sandbox[i] += other.sandbox[i];
  }
  for (std::size_t i = 0; i < results.size(); ++i) results[i] += other.results[i];
  countersign::add(downloads, other.downloads);
  decisions.add(other.decisions);
  for (std::size_t i = 0; i < purges.size(); ++i) countersign::add(purges[i], other.purges[i]);
}

DayActivity Activity::total() const {
  DayActivity sum;
  for (const auto& [day, one] : days) sum.add(one);
  return sum;
}

// Whether the event is of a sandbox session. Only the first event of a session says so.
bool is_of_sandbox(Activity& activity, const RecordedEvent& recorded) {
  auto& sessions = activity.sandbox_sessions;
  const auto* created = std::get_if<SessionCreated>(&recorded.event);
  if (created != nullptr && created->sandbox && sessions.size() < Activity::kSandboxSessionsMax) {
    sessions.insert(recorded.stream.value());
  }
  if (std::holds_alternative<FilesPurged>(recorded.event)) {
    return sessions.erase(recorded.stream.value()) > 0;
  }
  return sessions.contains(recorded.stream.value());
}

void fold(Activity& activity, const RecordedEvent& recorded) {
  ++activity.events;
  if (!activity.first_at) activity.first_at = recorded.at;
  activity.last_at = recorded.at;
  DayNumber number = day_number(recorded.at);
  if (activity.days.size() >= Activity::kDaysMax && !activity.days.contains(number)) {
    number = activity.days.rbegin()->first;
  }
  DayActivity& day = activity.days[number];
  ++day.events[recorded.event.index()];
  const bool is_sandbox = is_of_sandbox(activity, recorded);
  if (is_sandbox) ++day.sandbox[recorded.event.index()];
  std::visit(Fold(activity, day, recorded, is_sandbox), recorded.event);
}

}  // namespace countersign
