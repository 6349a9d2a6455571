#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/schema.h"
#include "core/session/review/review_event.h"

namespace countersign {

// An opinion on a case, and the day on which it is counted.
struct CountedOpinion {
  std::string reviewer;
  ReviewDecision decision = ReviewDecision::Passed;
  std::uint64_t day = 0;
  bool operator==(const CountedOpinion&) const = default;
};
template <>
inline constexpr auto fields_of<CountedOpinion> =
    fields(Field{"reviewer", &CountedOpinion::reviewer},
           Field{"decision", &CountedOpinion::decision},
           Field{"day", &CountedOpinion::day});
static_assert(record_is_sound<CountedOpinion>);

// The pictures of a case that a reviewer has looked at.
struct CountedLooks {
  std::string reviewer;
  std::uint64_t day = 0;   // of the first look
  bool undecided = false;  // whether it counts as a look without a decision
  std::vector<FileId> files;
  bool operator==(const CountedLooks&) const = default;
};
template <>
inline constexpr auto fields_of<CountedLooks> = fields(Field{"reviewer", &CountedLooks::reviewer},
                                                       Field{"day", &CountedLooks::day},
                                                       Field{"undecided", &CountedLooks::undecided},
                                                       Field{"files", &CountedLooks::files});
static_assert(record_is_sound<CountedLooks>);

// The figures that were counted for one case, so that a later decision or correction can change the
// figures of the earlier days. CaseActs has as many opinions as the review, and an entry for each
// reviewer who looked.
struct CaseActs {
  std::optional<ReviewDecision> decision;  // that counts
  std::vector<CountedOpinion> opinions;
  std::vector<CountedLooks> looks;
  bool operator==(const CaseActs&) const = default;
};
template <>
inline constexpr auto fields_of<CaseActs> = fields(Field{"decision", &CaseActs::decision},
                                                   Field{"opinions", &CaseActs::opinions},
                                                   Field{"looks", &CaseActs::looks});
static_assert(record_is_sound<CaseActs>);

}  // namespace countersign
