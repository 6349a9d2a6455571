#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/schema.h"
#include "core/utc_time.h"
#include "projections/fold/projection.h"

namespace countersign {

// The figures of one reviewer, for a day or a span of days.
struct ReviewerFigures {
  std::uint64_t decisions = 0;               // opinions, of four eyes each
  std::uint64_t disagreements = 0;           // of them: the decision that counts now is another
  std::uint64_t corrections = 0;             // of settled decisions
  std::uint64_t without_look = 0;            // decisions and corrections, of them
  std::uint64_t looks_without_decision = 0;  // cases looked at and not decided to this day
  bool operator==(const ReviewerFigures&) const = default;

  void add(const ReviewerFigures& more) {
    decisions += more.decisions;
    disagreements += more.disagreements;
    corrections += more.corrections;
    without_look += more.without_look;
    looks_without_decision += more.looks_without_decision;
  }
};
template <>
inline constexpr auto fields_of<ReviewerFigures> =
    fields(Field{"decisions", &ReviewerFigures::decisions},
           Field{"disagreements", &ReviewerFigures::disagreements},
           Field{"corrections", &ReviewerFigures::corrections},
           Field{"withoutLook", &ReviewerFigures::without_look},
           Field{"looksWithoutDecision", &ReviewerFigures::looks_without_decision});
static_assert(record_is_sound<ReviewerFigures>);

// Names of a client's own back office that a day counts apart; those of further names are counted
// together, as without a name. A registered reviewer is always counted apart.
inline constexpr std::uint64_t kOfficeNamesOfADay = 32;

// How people decided, by client and day (UTC), for reports:
//
//   'p' world client key, 0x00, day, reviewer -> ReviewerFigures
//   'w' world client key, 0x00, day -> WaitTimes, from the end of a capture to its decision
//   'u' world client key, 0x00, day -> how many names of the back office the day counts apart
//   'r' world client key, 0x00, day, reason -> how many decisions and corrections gave the reason
//   's' session id -> CaseActs, until the files are purged
//   'a' reviewer id, 0x00, complement of the sequence -> session id
//
// Worlds are those of reviews.h. An opinion, and whether it disagrees with the decision that
// counts, is counted on the day of the opinion; the wait of a case on the day on which it was
// settled; a case that was looked at and not decided on the day of the reviewer's first look. So an
// event changes the figures of an earlier day, of three opinions at most. Reasons are those of
// review_reasons.h; the codes of a back office's own are counted together, as an empty one. The
// reasons of an opinion that does not settle are not counted: nobody sees such an opinion before
// the next. The entries 'a' are what registered reviewers looked at and decided, the newest first,
// and stay.
class ReviewDays {
 public:
  // Days since 1970-01-01.
  static std::uint64_t day_of(UtcTime at);
  static UtcTime start_of(std::uint64_t day);

  enum class Kind : char { People = 'p', Waits = 'w', Reasons = 'r' };
  // The prefix of the entries of all clients.
  static std::string prefix_of_all(Kind kind, bool sandbox);
  static std::string key_from(Kind kind, const ClientKey& client, bool sandbox, std::uint64_t day);
  // The key after the client's entries, from which a seek finds those of the next client.
  static std::string clients_behind(Kind kind, const ClientKey& client, bool sandbox);
  static std::string key_of_case(const SessionId& session);
  // The prefix of a reviewer's acts, and the key of one; a later act has a smaller key.
  static std::string prefix_of_acts(const ReviewerId& reviewer);
  static std::string key_of_act(const ReviewerId& reviewer, Sequence sequence);
  // REQUIRES: `key` is one of key_of_act().
  static Sequence sequence_in(std::string_view key);

  // The parts of a key of any kind.
  struct Place {
    ClientKey client;
    std::uint64_t day = 0;
    std::string_view reviewer;  // of the key; of Reasons the reason
  };
  // nullopt if the key has another form.
  static std::optional<Place> place_in(std::string_view key);

  static Projection projection();
  static void fold(const FoldedEvent<ImageViewed>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ReviewDecided>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<ReviewCorrected>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<FilesPurged>& folded, ViewBatch& views);
};

}  // namespace countersign
