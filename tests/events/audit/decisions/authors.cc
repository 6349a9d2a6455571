// Mutants of for whom an act was recorded, and of the forms of reasons and names.
#include "tests/events/audit/decisions/mutant.h"

namespace countersign {
namespace {

using namespace said;

const Actor kOperator{ActorKind::Operator, "uid:0"};
const Actor kDevice{ActorKind::Device, ""};
const Actor kSweep{ActorKind::Sweep, ""};
const Actor kClientOne{ActorKind::Client, "svck_one"};
const Actor kClientTwo{ActorKind::Client, "svck_two"};

std::size_t decided_at(const Tale& tale, std::uint64_t session) {
  return tale.at<ReviewDecided>(session);
}

// An act of nobody registered, under a name of its own.
template <class E>
Mutant recorded_for(const char* name,
                    const Actor& actor,
                    const char* called,
                    std::uint64_t session,
                    const char* why) {
  return {name,
          [actor, called, session](Tale& tale) {
            const std::size_t place = tale.at<E>(session);
            E& act = tale.in<E>(place);
            act.reviewer = called;
            // Looks are asked of registered reviewers alone.
            if constexpr (requires { act.not_looked_at; }) act.not_looked_at.clear();
            tale.events[place].actor = actor;
            return place;
          },
          why};
}

Mutant with_reasons(const char* name, const std::vector<std::string>& reasons) {
  return {name,
          [reasons](Tale& tale) {
            tale.decided(1).reasons = reasons;
            return decided_at(tale, 1);
          },
          kNoReasons};
}

Mutant called(const char* name, const char* reviewer) {
  return recorded_for<ReviewDecided>(name, kClientOne, reviewer, 4, kNoName);
}

// An event of a reviewer or a client, recorded for somebody who cannot cause it.
template <class E>
Mutant caused_by(const char* name, const Actor& actor, const StreamId& stream, const char* why) {
  return {name,
          [actor, stream](Tale& tale) {
            const std::size_t place = tale.at<E>(stream);
            tale.events[place].actor = actor;
            return place;
          },
          why};
}

template <class E>
Mutant of_reviewer(const char* name, const Actor& actor, const char* reviewer) {
  return caused_by<E>(name, actor, stream_of(ReviewerId(reviewer)), kNotCaused);
}

const Actor kByAnna{ActorKind::Reviewer, kAnna};

const std::vector<Mutant> kAuthors = {
    of_reviewer<ReviewerLinkMade>("a reviewer makes a link", kByAnna, kAnna),
    of_reviewer<ReviewerDisabled>("a reviewer disables another", kByAnna, kGina),
    of_reviewer<ReviewerRegistered>("a reviewer registers another", kByAnna, kBert),
    of_reviewer<ReviewerRegistered>("a device registers a reviewer", kDevice, kBert),
    of_reviewer<ReviewerLoggedIn>("an operator logs in", kOperator, kAnna),
    of_reviewer<ReviewerKeyAdded>("an operator adds a passkey", kOperator, kAnna),
    {"a reviewer gives herself a role",
     [](Tale& tale) {
       const std::vector<RoleGrant> roles{{ReviewerRole::Supervisor, "*"}};
       const std::size_t place = decided_at(tale, 1);
       tale.put(place, stream_of(ReviewerId(kAnna)), ReviewerChanged{roles});
       tale.events[place].actor = kByAnna;
       return place;
     },
     kNotCaused},
    caused_by<ClientChanged>("a device changes what its client asks of reviews",
                             kDevice,
                             stream_of(client_key("two")),
                             kNoOperator),
    caused_by<ClientRegistered>(
        "a client registers itself", kClientOne, stream_of(client_key("one")), kNoOperator),
    recorded_for<ReviewDecided>("an operator decides", kOperator, "mo", 4, kNobodys),
    recorded_for<ReviewDecided>("an operator decides without a name", kOperator, "", 4, kNobodys),
    recorded_for<ReviewDecided>("a device decides", kDevice, "", 4, kNobodys),
    recorded_for<ReviewDecided>("a sweep decides", kSweep, "", 4, kNobodys),
    recorded_for<ReviewDecided>("another client decides", kClientTwo, "mo", 4, kNobodys),
    {"two invented people of an operator correct what two decided",
     [](Tale& tale) {
       for (std::size_t which = 0; which < 2; ++which) {
         const std::size_t place = tale.at<ReviewCorrected>(19, which);
         tale.in<ReviewCorrected>(place).reviewer = which == 0 ? "x1" : "x2";
         tale.in<ReviewCorrected>(place).not_looked_at.clear();
         tale.events[place].actor = kOperator;
       }
       return tale.at<ReviewCorrected>(19);
     },
     kNobodysCorrection},
    recorded_for<ReviewCorrected>(
        "a back office corrects", kClientOne, "mo", 6, kNobodysCorrection),
    recorded_for<ReviewCorrected>("a client corrects", kClientOne, "", 6, kNobodysCorrection),
    recorded_for<ReviewCorrected>("a device corrects", kDevice, "", 6, kNobodysCorrection),
    recorded_for<ReviewCorrected>("a sweep corrects", kSweep, "", 6, kNobodysCorrection),
    recorded_for<ReviewCorrected>(
        "an operator corrects in a name", kOperator, "mo", 6, kNobodysCorrection),
    recorded_for<ReviewClaimed>("a back office claims", kClientOne, "mo", 10, kNoReviewers),
    recorded_for<ImageViewed>("an operator looks", kOperator, "mo", 11, kNoReviewers),
    {"a case is given back in another's name",
     [](Tale& tale) {
       const std::size_t place = tale.at<ReviewReleased>(5);
       tale.events[place].actor = {ActorKind::Reviewer, kBert};
       return place;
     },
     kForSomebodyElse},
    with_reasons("a decision has no reason", {}),
    with_reasons("two reasons are written as one", {"DOCUMENT_GENUINE,PERSON_MATCHES"}),
    with_reasons("a reason is given twice", {"OTHER", "OTHER"}),
    with_reasons("a reason has a line of its own", {"OTHER\nnote 00"}),
    called("the name of a back office has a line of its own", "a b\nc"),
    called("the name of a back office is too long",
           "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
};

}  // namespace

std::vector<Mutant> mutants_of_authors() { return kAuthors; }

}  // namespace countersign
