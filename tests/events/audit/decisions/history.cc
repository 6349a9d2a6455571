// Mutants of the history before the first signed decision, that of session 11: nothing else shows
// them, but its reviewer signed the root of that history.
#include "tests/events/audit/decisions/mutant.h"

namespace countersign {
namespace {

using namespace said;

std::size_t first_signed(const Tale& tale) { return tale.at<ReviewDecided>(11); }

Mutant rewritten(const char* name, const std::function<void(Tale&)>& change) {
  return {name,
          [change](Tale& tale) {
            change(tale);
            return first_signed(tale);
          },
          kOtherEvents};
}

}  // namespace

std::vector<Mutant> mutants_of_history() {
  return {
      rewritten("a back office's decision is turned",
                [](Tale& tale) { tale.decided(4).decision = ReviewDecision::Passed; }),
      rewritten("an unsigned decision is turned",
                [](Tale& tale) { tale.decided(1).decision = ReviewDecision::Failed; }),
      rewritten("the reasons of an unsigned decision are others",
                [](Tale& tale) { tale.decided(1).reasons = {"PERSON_MATCHES"}; }),
      rewritten("an unsigned correction is turned back",
                [](Tale& tale) {
                  tale.in<ReviewCorrected>(tale.at<ReviewCorrected>(6)).decision =
                      ReviewDecision::Passed;
                }),
      rewritten("another reviewer decided, unsigned",
                [](Tale& tale) { tale.act_as<ReviewDecided>(tale.at<ReviewDecided>(9), kCora); }),
      rewritten("an earlier picture is replaced",
                [](Tale& tale) {
                  tale.in<DocumentAccepted>(tale.at<DocumentAccepted>(1)).file.sha256 =
                      pixels("another");
                }),
      rewritten("a look is put in",
                [](Tale& tale) {
                  const std::size_t look = tale.at<ImageViewed>(1);
                  tale.put(look + 1, tale.events[look]);
                }),
      {"a look is left out",
       [](Tale& tale) {
         tale.erase(tale.at<ImageViewed>(1));
         return first_signed(tale);
       },
       kFuture},
      rewritten("a client asked for one, where it asked for two",
                [](Tale& tale) {
                  tale.in<ClientRegistered>(tale.of_client<ClientRegistered>("signed-two"))
                      .policy.reviewers = 1;
                }),
      rewritten("a client never wanted signatures",
                [](Tale& tale) {
                  tale.in<ClientRegistered>(tale.of_client<ClientRegistered>("signed"))
                      .policy.unsigned_decisions = true;
                }),
      rewritten("a reviewer had another role too",
                [](Tale& tale) {
                  tale.in<ReviewerRegistered>(tale.of_reviewer<ReviewerRegistered>(kCora))
                      .roles.push_back({ReviewerRole::Supervisor, "*"});
                }),
      rewritten("it was another time",
                [](Tale& tale) {
                  tale.events.front().at = tale.events.front().at - std::chrono::seconds(1);
                }),
      rewritten("two events are in another order",
                [](Tale& tale) {
                  std::swap(tale.events[0], tale.events[1]);
                  std::swap(tale.events[0].at, tale.events[1].at);
                }),
  };
}

}  // namespace countersign
