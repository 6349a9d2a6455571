#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

// Every rule of a review, and every door by which somebody comes at a case. A rule that holds at
// one door holds at the others too, or the table says why not; a test walks it, with an attempt
// against the rule at each door.
namespace countersign {

enum class ReviewDoor : std::uint8_t {
  Console,     // a registered reviewer's call
  BackOffice,  // a call of the client's backend
  Operator,    // the operators' command
  Writer,      // a command that a call has admitted, when it is decided
  Audit,       // an event, in a log that is audited
};
inline constexpr std::size_t kReviewDoors = 5;

enum class AtDoor : std::uint8_t {
  Holds,  // an attempt is refused, comes to nothing, or is named by the audit
  Free,   // the rule does not bind whoever comes by this door
  NoAct,  // nothing can be asked for at this door that the rule is about
};

struct ReviewRule {
  std::string_view sentence;
  std::array<AtDoor, kReviewDoors> at;  // in the order of ReviewDoor
  std::string_view why_free{};          // of the doors where it is

  constexpr AtDoor at_door(ReviewDoor door) const { return at[static_cast<std::size_t>(door)]; }
};

namespace detail {
inline constexpr AtDoor kHolds = AtDoor::Holds;
inline constexpr AtDoor kFree = AtDoor::Free;
inline constexpr AtDoor kNoAct = AtDoor::NoAct;
}  // namespace detail

// clang-format off
inline constexpr auto kReviewRules = [] {
  using namespace detail;
  return std::to_array<ReviewRule>({
  //                                                  console back office operator writer  audit
  {"a case is decided once",                         {kHolds, kHolds,     kNoAct,  kHolds, kHolds}},
  {"nobody gives two opinions on a case",            {kHolds, kHolds,     kNoAct,  kHolds, kHolds}},
  {"one opinion does not settle what needs two",     {kHolds, kHolds,     kNoAct,  kHolds, kHolds}},
  {"each of two is named",                           {kNoAct, kHolds,     kHolds,  kHolds, kHolds}},
  {"another's claim keeps reviewers out",            {kHolds, kFree,      kNoAct,  kHolds, kHolds},
   "a client decides its own sessions, whoever looks at them"},
  {"nobody decides what has changed since the look", {kHolds, kNoAct,     kNoAct,  kHolds, kHolds}},
  {"a client may ask for signatures",                {kHolds, kFree,      kFree,   kHolds, kHolds},
   "a back office and an operator have no passkey; the record says that nobody signed"},
  {"who has not looked at each picture says why",    {kHolds, kFree,      kFree,   kHolds, kHolds},
   "a back office and an operator see the files themselves, by downloads that the log has"},
  {"a client may forbid decisions without a look",   {kHolds, kFree,      kFree,   kHolds, kHolds},
   "a back office and an operator see the files themselves, by downloads that the log has"},
  {"an act needs a role for the client",             {kHolds, kHolds,     kFree,   kHolds, kHolds},
   "an operator acts for all clients, and the log names the operator"},
  {"only a supervisor corrects",                     {kHolds, kNoAct,     kFree,   kHolds, kHolds},
   "an operator corrects what one person decided, and the log names the operator"},
  {"a client may forbid corrections",                {kHolds, kNoAct,     kHolds,  kHolds, kHolds}},
  {"nobody corrects who has given an opinion",       {kHolds, kNoAct,     kNoAct,  kHolds, kHolds}},
  {"a correction takes as many as the decision",     {kHolds, kNoAct,     kHolds,  kHolds, kHolds}},
  {"a purged case is over",                          {kHolds, kHolds,     kHolds,  kHolds, kHolds}},
  {"a reviewer has three cases",                     {kHolds, kNoAct,     kNoAct,  kHolds, kHolds}},
  {"only a supervisor takes a case over",            {kHolds, kNoAct,     kNoAct,  kHolds, kHolds}},
  {"a claim ends after two hours",                   {kHolds, kNoAct,     kNoAct,  kHolds, kHolds}},
  {"a decided case is looked at by supervisors",     {kHolds, kNoAct,     kNoAct,  kHolds, kFree},
   "the logs of earlier releases have looks of reviewers at decided cases"},
  {"another's assignment keeps reviewers out",       {kHolds, kFree,      kNoAct,  kHolds, kFree},
   "an assignment orders the work: a client decides its own sessions, and an audit asks who could"},
  {"only a supervisor assigns a case",               {kHolds, kNoAct,     kNoAct,  kHolds, kHolds}},
  {"a supervisor decides what was handed over",      {kHolds, kFree,      kNoAct,  kHolds, kHolds},
   "a client decides its own sessions, whoever looks at them"},
  {"a case is overdue once",                         {kNoAct, kNoAct,     kNoAct,  kHolds, kHolds}},
  {"the person gets a sentence that the client has", {kHolds, kHolds,     kNoAct,  kHolds, kHolds}},
  {"what is asked again is done once",               {kHolds, kHolds,     kNoAct,  kNoAct, kNoAct}},
  });
}();
// clang-format on

}  // namespace countersign
