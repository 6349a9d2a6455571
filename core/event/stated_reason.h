#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "core/schema.h"
#include "core/strong.h"

namespace countersign {

// The reason that was stated for an act: an operator's for what else a client or a sweep does, or a
// client's for the erasure of a person. The text has no personal data, because the log keeps it for
// ever. An event without a reason has no such member.
using StatedReason = Strong<struct StatedReasonTag, std::string>;
template <>
inline constexpr bool left_out_if_empty<StatedReason> = true;

// A sentence of a client's, which the person gets with a decision, under the name by which whoever
// decides chooses it. It is the client's for everybody, so it has no personal data: the log keeps
// it for ever. An event without one has no such member.
struct ToldSentence {
  std::string name;
  std::string sentence;
  bool operator==(const ToldSentence&) const = default;
};
template <>
inline constexpr auto fields_of<ToldSentence> = fields(Field{"name", &ToldSentence::name},
                                                       Field{"sentence", &ToldSentence::sentence});
static_assert(record_is_sound<ToldSentence>);
template <>
inline constexpr bool left_out_if_empty<ToldSentence> = true;

// The sentences of a client, never empty: each name once, in the order of the names.
using ToldSentences = Strong<struct ToldSentencesTag, std::vector<ToldSentence>>;
template <>
inline constexpr bool left_out_if_empty<ToldSentences> = true;

inline constexpr std::size_t kToldSentencesMax = 32;  // of a client
inline constexpr std::size_t kToldSentenceMax = 500;  // characters (code points) of a sentence

}  // namespace countersign
