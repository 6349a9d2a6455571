#include "http/review/cases/case_schemas.h"

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "core/ids.h"
#include "core/session/review/review_event.h"
#include "core/session/review/review_reasons.h"
#include "core/terms.h"
#include "http/review/passkey/credential_json.h"

namespace countersign::http {
namespace {

struct SigningRequest {};
struct DecisionRequest {};

std::string kind_schema() { return R"({"type":"string","enum":["decision","correction"]})"; }

constexpr auto kChoice = members(Member{"decision", described<ReviewDecision>},
                                 Member{"reasons",
                                        described<std::vector<ReviewReason>>,
                                        "Each once; RESUBMIT needs none.",
                                        {.max_items = kReviewReasonsMax}},
                                 Member{"steps",
                                        described<std::vector<Step>>,
                                        "Of RESUBMIT: what the person captures again, each once.",
                                        {.left_out = true, .min_items = 1, .max_items = 2}},
                                 Member{"tell",
                                        described<std::string>,
                                        "The name of the client's sentence that the person gets.",
                                        {.left_out = true}});

constexpr Member kWithoutLook{
    "withoutLook",
    described<std::string>,
    "Why the reviewer has not looked at each picture that is asked for; sealed with the note.",
    {.left_out = true, .max_length = kWithoutLookMax}};

}  // namespace

template <>
constexpr auto members_of<SigningRequest> =
    std::tuple_cat(kChoice,
                   members(Member{"kind", described<std::string>, {}, {.schema = kind_schema}},
                           Member{"seen",
                                  described<std::uint64_t>,
                                  "The size of the log that the case was shown with.",
                                  {.left_out = true}},
                           Member{"noteHash",
                                  described<Sha256>,
                                  "The hash of salt and note, and of `withoutLook` behind U+001E."},
                           kWithoutLook,
                           Member{"wordsHash",
                                  described<Sha256>,
                                  "Of RESUBMIT with words: the hash of salt and words.",
                                  {.left_out = true}}));

template <>
constexpr auto members_of<DecisionRequest> =
    std::tuple_cat(kChoice,
                   members(Member{"seen", described<std::uint64_t>},
                           Member{"note", described<std::string>, {}, {.left_out = true}},
                           kWithoutLook,
                           Member{"words",
                                  described<std::string>,
                                  "Of RESUBMIT: to the person.",
                                  {.left_out = true, .max_length = kReviewWordsMax}},
                           Member{"salt",
                                  described<std::string>,
                                  "32 bytes in base64url; a signed decision has them.",
                                  {.left_out = true}},
                           Member{"credential",
                                  described<std::optional<AssertionResponse>>,
                                  "Null for a decision without a signature."}));

Schema signing_request_schema() { return schema_of<SigningRequest>("SigningRequest"); }
Schema decision_request_schema() { return schema_of<DecisionRequest>("DecisionRequest"); }

}  // namespace countersign::http
