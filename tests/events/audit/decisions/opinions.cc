// Mutants of unsigned decisions: how many people decided, and who.
#include "tests/events/audit/decisions/mutant.h"

namespace countersign {
namespace {

using namespace said;

ClientChanged asking_for(std::uint64_t reviewers) {
  ClientPolicy policy = every_purpose();
  policy.reviewers = reviewers;
  return {"Name", policy};
}

std::size_t decided_by(Tale& tale, std::uint64_t session, const char* reviewer) {
  return tale.act_as<ReviewDecided>(tale.decided_at(session), reviewer);
}

const std::vector<Mutant> kOpinions = {
    {"one opinion settles where two are asked for",
     [](Tale& tale) {
       tale.decided(2).settles = true;
       return tale.decided_at(2);
     },
     kAlone},
    {"the second opinion is left out, and the first settles",
     [](Tale& tale) {
       tale.erase(tale.decided_at(2, 1));
       tale.decided(2).settles = true;
       return tale.decided_at(2);
     },
     kAlone},
    {"the client asked for one from the start, it says",
     [](Tale& tale) {
       tale.in<ClientRegistered>(tale.of_client<ClientRegistered>("two")).policy.reviewers = 1;
       return tale.decided_at(2);
     },
     kNotSettled},
    {"the client asked for two from the start",
     [](Tale& tale) {
       tale.in<ClientRegistered>(tale.of_client<ClientRegistered>("one")).policy.reviewers = 2;
       return tale.decided_at(1);
     },
     kAlone},
    {"a change of the policy is left out",
     [](Tale& tale) {
       tale.erase(tale.of_client<ClientChanged>("two"));
       return tale.decided_at(8);
     },
     kAlone},
    {"a change of the policy is put in",
     [](Tale& tale) {
       tale.put(tale.decided_at(1), stream_of(client_key("one")), asking_for(2));
       return tale.decided_at(1);
     },
     kAlone},
    {"a change of the policy comes after the decision",
     [](Tale& tale) {
       tale.move(tale.of_client<ClientChanged>("two"), tale.decided_at(8));
       return tale.decided_at(8);
     },
     kAlone},
    {"the session is one of a client that asks for two",
     [](Tale& tale) {
       tale.in<SessionCreated>(tale.at<SessionCreated>(1)).client = client_key("two");
       return tale.decided_at(1);
     },
     kAlone},
    {"two who disagree settle",
     [](Tale& tale) {
       tale.decided(3, 1).settles = true;
       return tale.decided_at(3, 1);
     },
     kRules},
    {"two who agree do not settle",
     [](Tale& tale) {
       tale.decided(2, 1).settles = false;
       return tale.decided_at(2, 1);
     },
     kRules},
    {"the second is made to agree, and does not settle",
     [](Tale& tale) {
       tale.decided(3, 1).decision = ReviewDecision::Passed;
       return tale.decided_at(3, 1);
     },
     kRules},
    {"the third does not settle",
     [](Tale& tale) {
       tale.decided(3, 2).settles = false;
       return tale.decided_at(3, 2);
     },
     kRules},
    {"a fourth opinion is put in",
     [](Tale& tale) {
       const std::size_t third = tale.decided_at(3, 2);
       tale.put(third + 1, tale.events[third]);
       tale.in<ReviewDecided>(third + 1).opinion = 4;
       return tale.act_as<ReviewDecided>(third + 1, kGina);
     },
     kRules},
    {"one person is both",
     [](Tale& tale) { return tale.act_as<ReviewDecided>(tale.decided_at(2, 1), kAnna); },
     kRules},
    {"the first opinion is called the second",
     [](Tale& tale) {
       tale.decided(2).opinion = 2;
       return tale.decided_at(2);
     },
     kRules},
    {"the third opinion is called the second",
     [](Tale& tale) {
       tale.decided(3, 2).opinion = 2;
       return tale.decided_at(3, 2);
     },
     kRules},
    {"one of two has no name",
     [](Tale& tale) {
       const std::size_t place = tale.decided_at(2);
       tale.in<ReviewDecided>(place).reviewer = "";
       tale.events[place].actor = {ActorKind::Client, "svck_two"};
       return place;
     },
     kRules},
    {"a case is decided twice",
     [](Tale& tale) {
       const std::size_t place = tale.decided_at(9);
       tale.put(place + 1, tale.events[place]);
       tale.in<ReviewDecided>(place + 1).opinion = 2;
       return tale.act_as<ReviewDecided>(place + 1, kAnna);
     },
     kRules},
    {"a decision comes before the machine's",
     [](Tale& tale) {
       const std::size_t finalized = tale.at<SessionFinalized>(9);
       tale.move(tale.decided_at(9), finalized);
       return finalized;
     },
     kRules},
    {"a decision comes after the purge",
     [](Tale& tale) {
       const std::size_t purged = tale.at<FilesPurged>(9);
       tale.move(tale.decided_at(9), purged);
       return purged;
     },
     kPurged},
    {"a correction of what nobody decided",
     [](Tale& tale) {
       tale.erase(tale.decided_at(6));
       return tale.at<ReviewCorrected>(6);
     },
     kRules},
};

const std::vector<Mutant> kPeople = {
    {"somebody who is not registered decides",
     [](Tale& tale) { return decided_by(tale, 9, kNobody); },
     kNotTheirs},
    {"an auditor decides", [](Tale& tale) { return decided_by(tale, 9, kEve); }, kNotTheirs},
    {"a reviewer of another client decides",
     [](Tale& tale) { return decided_by(tale, 9, kDora); },
     kNotTheirs},
    {"a reviewer who was disabled decides",
     [](Tale& tale) { return decided_by(tale, 9, kGina); },
     kNotTheirs},
    {"the reviewer was disabled before",
     [](Tale& tale) {
       tale.put(tale.decided_at(9), stream_of(ReviewerId(kBert)), ReviewerDisabled{"left"});
       return tale.decided_at(9);
     },
     kNotTheirs},
    {"the reviewer lost the role before",
     [](Tale& tale) {
       const std::vector<RoleGrant> roles{{ReviewerRole::Auditor, "*"}};
       tale.put(tale.decided_at(9), stream_of(ReviewerId(kBert)), ReviewerChanged{roles});
       return tale.decided_at(9);
     },
     kNotTheirs},
    {"the reviewer never had the role",
     [](Tale& tale) {
       tale.in<ReviewerRegistered>(tale.of_reviewer<ReviewerRegistered>(kBert)).roles = {
           {ReviewerRole::Auditor, "*"}};
       return tale.decided_at(2, 1);
     },
     kNotTheirs},
    {"the decision was recorded for another reviewer",
     [](Tale& tale) {
       tale.events[tale.decided_at(9)].actor.ref = kAnna;
       return tale.decided_at(9);
     },
     kForSomebodyElse},
    {"the decision was recorded for the client",
     [](Tale& tale) {
       tale.events[tale.decided_at(9)].actor = {ActorKind::Client, "svck_one"};
       return tale.decided_at(9);
     },
     kForSomebodyElse},
    {"a reviewer decides under a name of the back office",
     [](Tale& tale) {
       tale.decided(9).reviewer = "mo";
       tale.decided(9).not_looked_at.clear();
       return tale.decided_at(9);
     },
     kUnnamed},
    {"a reviewer corrects",
     [](Tale& tale) { return tale.act_as<ReviewCorrected>(tale.at<ReviewCorrected>(6), kCora); },
     kNotTheirs},
    {"the correction was recorded for another",
     [](Tale& tale) {
       tale.events[tale.at<ReviewCorrected>(6)].actor.ref = kAnna;
       return tale.at<ReviewCorrected>(6);
     },
     kForSomebodyElse},
    {"an auditor claims",
     [](Tale& tale) { return tale.act_as<ReviewClaimed>(tale.at<ReviewClaimed>(10), kEve); },
     kNotTheirs},
    {"a case is claimed that another has",
     [](Tale& tale) {
       const std::size_t place = tale.at<ReviewClaimed>(1);
       tale.put(place + 1, tale.events[place]);
       return tale.act_as<ReviewClaimed>(place + 1, kBert);
     },
     kRules},
    {"the case was not given back before another took it",
     [](Tale& tale) {
       tale.erase(tale.at<ReviewReleased>(5));
       return tale.at<ReviewClaimed>(5, 1);
     },
     kRules},
    {"a case is given back by who does not have it",
     [](Tale& tale) { return tale.act_as<ReviewReleased>(tale.at<ReviewReleased>(5), kCora); },
     kRules},
    {"a decision under the claim of somebody who could have kept it",
     [](Tale& tale) {
       tale.erase(tale.of_reviewer<ReviewerDisabled>(kGina));
       return tale.decided_at(7);
     },
     kRules},
    {"a decision under a claim that had not lapsed",
     [](Tale& tale) {
       auto& claim = tale.in<ReviewClaimed>(tale.at<ReviewClaimed>(10));
       claim.expires_at = claim.expires_at + 10 * kMinute;
       return tale.decided_at(10);
     },
     kRules},
    {"a picture that was not looked at is left out",
     [](Tale& tale) {
       tale.decided(9).not_looked_at.clear();
       return tale.decided_at(9);
     },
     kRules},
    {"a picture that was looked at is named as one that was not",
     [](Tale& tale) {
       tale.decided(1).not_looked_at = {file_id(1)};
       return tale.decided_at(1);
     },
     kRules},
    {"the client forbade decisions without a look",
     [](Tale& tale) {
       ClientChanged forbidden = asking_for(1);
       forbidden.policy.decisions_without_look = DecisionsWithoutLook::Forbidden;
       tale.put(tale.decided_at(9), stream_of(client_key("one")), forbidden);
       return tale.decided_at(9);
     },
     kLooksOnly},
    {"an auditor looks",
     [](Tale& tale) { return tale.act_as<ImageViewed>(tale.at<ImageViewed>(11), kEve); },
     kNotTheirs},
    {"a look was recorded for another",
     [](Tale& tale) {
       tale.events[tale.at<ImageViewed>(11)].actor.ref = kBert;
       return tale.at<ImageViewed>(11);
     },
     kForSomebodyElse},
    {"a look at a picture of another case",
     [](Tale& tale) {
       tale.in<ImageViewed>(tale.at<ImageViewed>(1)).file = file_id(2);
       return tale.at<ImageViewed>(1);
     },
     kRules},
    {"a look under another's claim",
     [](Tale& tale) { return tale.act_as<ImageViewed>(tale.at<ImageViewed>(1), kBert); },
     kRules},
    {"the client wanted signatures from the start",
     [](Tale& tale) {
       auto& registered = tale.in<ClientRegistered>(tale.of_client<ClientRegistered>("one"));
       registered.policy.unsigned_decisions = false;
       return tale.decided_at(1);
     },
     kLacks},
};

std::size_t corrected_at(const Tale& tale, std::uint64_t session, std::size_t which = 0) {
  return tale.at<ReviewCorrected>(session, which);
}

const std::vector<Mutant> kCorrections = {
    {"one corrects what two decided",
     [](Tale& tale) {
       tale.in<ReviewCorrected>(corrected_at(tale, 19)).settles = true;
       return corrected_at(tale, 19);
     },
     kRules},
    {"the second opinion on a decision is left out, and the first settles",
     [](Tale& tale) {
       tale.erase(corrected_at(tale, 19, 1));
       tale.in<ReviewCorrected>(corrected_at(tale, 19)).settles = true;
       return corrected_at(tale, 19);
     },
     kRules},
    {"one corrects where the client asks for two now",
     [](Tale& tale) {
       tale.put(corrected_at(tale, 6), stream_of(client_key("one")), asking_for(2));
       return corrected_at(tale, 6);
     },
     kCorrectedAlone},
    {"one who corrects alone does not settle",
     [](Tale& tale) {
       tale.in<ReviewCorrected>(corrected_at(tale, 6)).settles = false;
       return corrected_at(tale, 6);
     },
     kNotCorrected},
    {"two who agree on a correction do not settle it",
     [](Tale& tale) {
       tale.in<ReviewCorrected>(corrected_at(tale, 19, 1)).settles = false;
       return corrected_at(tale, 19, 1);
     },
     kRules},
    {"two who disagree on a correction settle it",
     [](Tale& tale) {
       tale.in<ReviewCorrected>(corrected_at(tale, 19, 1)).decision = ReviewDecision::Passed;
       return corrected_at(tale, 19, 1);
     },
     kRules},
    {"one supervisor is both",
     [](Tale& tale) { return tale.act_as<ReviewCorrected>(corrected_at(tale, 19, 1), kBoss); },
     kRules},
    {"one of those who decided corrects",
     [](Tale& tale) { return tale.act_as<ReviewCorrected>(corrected_at(tale, 19), kAnna); },
     kRules},
    {"the second opinion on a decision is called the first",
     [](Tale& tale) {
       tale.in<ReviewCorrected>(corrected_at(tale, 19, 1)).opinion = 1;
       return corrected_at(tale, 19, 1);
     },
     kRules},
    {"the client forbade corrections before",
     [](Tale& tale) {
       ClientChanged forbidding = asking_for(1);
       forbidding.policy.corrections = Corrections::Forbidden;
       tale.put(corrected_at(tale, 6), stream_of(client_key("one")), forbidding);
       return corrected_at(tale, 6);
     },
     kForbidden},
};

}  // namespace

std::vector<Mutant> mutants_of_opinions() { return kOpinions; }
std::vector<Mutant> mutants_of_people() { return kPeople; }
std::vector<Mutant> mutants_of_corrections() { return kCorrections; }

}  // namespace countersign
