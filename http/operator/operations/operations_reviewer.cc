#include "http/operator/operations/operations_reviewer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/text/base64url.h"
#include "http/answers/reviewer_members.h"
#include "http/operator/operation_list.h"
#include "http/secrets/reviewer_link.h"
#include "projections/folder/reviewer_names.h"

// Operations on reviewers: the people who decide, and how they get in.
namespace countersign::http {
namespace {

constexpr std::size_t kReviewerIdBytes = 16;

struct ShownReviewer {
  Reviewer reviewer;
  std::string name;
  static Schema schema();
};

struct ShownReviewers {
  std::vector<ShownReviewer> reviewers;
};

// The only answer that contains a link.
struct ReviewerWithLink {
  ShownReviewer reviewer;
  std::string code;
  std::optional<std::string> link;
  static Schema schema();
};

std::optional<UtcTime> link_expiry(const ShownReviewer& shown) {
  const auto& link = shown.reviewer.link;
  return link ? std::optional(link->expires_at) : std::nullopt;
}

}  // namespace

template <>
constexpr auto members_of<ShownReviewer> = std::tuple_cat(
    members_through(&ShownReviewer::reviewer, members(Member{"reviewer", &Reviewer::id})),
    members(Member{"name", &ShownReviewer::name, "Empty once it was erased."}),
    members_through(&ShownReviewer::reviewer,
                    members(Member{"disabled", &Reviewer::disabled},
                            Member{"roles", &Reviewer::roles},
                            Member{"passkeys", &Reviewer::passkeys},
                            Member{"createdAt", &Reviewer::created_at},
                            Member{"lastLoginAt", &Reviewer::last_login_at})),
    members(Member{
        "linkExpiresAt",
        link_expiry,
        "When the link that was made last ends; null if there is none, or it was used."}));
Schema ShownReviewer::schema() { return schema_of<ShownReviewer>("Reviewer"); }

template <>
constexpr auto members_of<ShownReviewers> = members(Member{"reviewers",
                                                           &ShownReviewers::reviewers});

template <>
constexpr auto members_of<ReviewerWithLink> = std::tuple_cat(
    members_through(&ReviewerWithLink::reviewer, members_of<ShownReviewer>),
    members(Member{"code",
                   &ReviewerWithLink::code,
                   "What the link has behind `#register=`; no later answer contains it."},
            Member{"link",
                   &ReviewerWithLink::link,
                   "The link, which registers one passkey; null without a running console."}));
Schema ReviewerWithLink::schema() { return schema_of<ReviewerWithLink>("ReviewerWithLink"); }

namespace {

ReviewerNames names_of(const OperationContext& context) {
  return ReviewerNames(context.data.path());
}

Problem problem_of_name(const FolderFault& fault) {
  return {.code = ProblemCode::Unavailable, .detail = fault.why};
}

Result<Reviewer, Problem> load(const OperationContext& context, const ReviewerId& id) {
  const Problem unknown{.code = ProblemCode::NotFound, .detail = "The reviewer does not exist."};
  if (!is_reviewer_id(id.value())) return unknown;
  const auto reviewer = context.data.queries().reviewer(id);
  if (!reviewer) return problem_of(reviewer.error());
  if (!*reviewer) return unknown;
  return **reviewer;
}

Result<ShownReviewer, Problem> shown(const OperationContext& context, Reviewer reviewer) {
  auto name = names_of(context).of(reviewer.id);
  if (!name) return problem_of_name(name.error());
  return ShownReviewer{std::move(reviewer), *std::move(name)};
}

Result<ShownReviewer, Problem> shown(const OperationContext& context, const ReviewerId& id) {
  auto reviewer = load(context, id);
  if (!reviewer) return reviewer.error();
  return shown(context, *std::move(reviewer));
}

// REQUIRES: the id was found, or is new.
Result<ShownReviewer, Problem> carried_out(const OperationContext& context,
                                           const ReviewerId& id,
                                           ReviewerCommand command) {
  const auto done = carry_out(context, stream_of(id), std::move(command));
  if (!done) return done.error();
  return shown(context, id);
}

// A role for a client that does not exist would be a misspelling.
std::optional<Problem> refusal_of(const OperationContext& context,
                                  const std::vector<RoleGrant>& roles) {
  for (const RoleGrant& grant : roles) {
    if (grant.client == RoleGrant::kAllClients) continue;
    const auto client = context.data.queries().client(ClientKey(grant.client));
    if (!client) return problem_of(client.error());
    if (*client) continue;
    return Problem{.code = ProblemCode::InvalidParameter,
                   .detail = "A role is for a client that does not exist.",
                   .field = "roles"};
  }
  return std::nullopt;
}

Result<ReviewerWithLink, Problem> with_link(const OperationContext& context, const ReviewerId& id) {
  const std::string code = make_reviewer_link(id, context.random);
  const UtcTime now = context.data.clock().now();
  const MakeReviewerLink command{now, open_reviewer_link(code)->hash, now + kReviewerLinkTtl};
  auto reviewer = carried_out(context, id, command);
  if (!reviewer) return reviewer.error();
  const auto& site = context.settings.review;
  return ReviewerWithLink{
      *std::move(reviewer), code, site ? std::optional(site->link_of(code)) : std::nullopt};
}

// The name first, so that no reviewer is ever without one because the disk was full.
Result<ReviewerWithLink, Problem> add_reviewer(const OperationContext& context,
                                               const NewReviewer& input) {
  if (const auto problem = refusal_of(context, input.roles)) return *problem;
  std::array<std::uint8_t, kReviewerIdBytes> bytes{};
  context.random.fill(bytes);
  const ReviewerId id(std::string(kReviewerPrefix) + to_base64url(ByteView(bytes)));
  if (const auto fault = names_of(context).set(id, input.name)) return problem_of_name(*fault);
  const auto done =
      carry_out(context,
                stream_of(id),
                ReviewerCommand(RegisterReviewer{context.data.clock().now(), input.roles}));
  if (!done) {
    (void)names_of(context).erase(id);
    return done.error();
  }
  return with_link(context, id);
}

Result<ShownReviewers, Problem> list_reviewers(const OperationContext& context, const NoInput&) {
  const auto reviewers = context.data.queries().reviewers();
  if (!reviewers) return problem_of(reviewers.error());
  ShownReviewers list;
  for (const Reviewer& reviewer : *reviewers) {
    auto one = shown(context, reviewer);
    if (!one) return one.error();
    list.reviewers.push_back(*std::move(one));
  }
  return list;
}

Result<ShownReviewer, Problem> show_reviewer(const OperationContext& context,
                                             const NamedReviewer& input) {
  return shown(context, input.reviewer);
}

Result<ShownReviewer, Problem> change_reviewer(const OperationContext& context,
                                               const ChangedReviewer& input) {
  const auto reviewer = load(context, input.reviewer);
  if (!reviewer) return reviewer.error();
  if (!is_usable(*reviewer)) return problem_of(refused(Refusal::ReviewerUnknown));
  if (input.roles) {
    if (const auto problem = refusal_of(context, *input.roles)) return *problem;
    const auto changed = carried_out(
        context, input.reviewer, ChangeReviewer{context.data.clock().now(), *input.roles});
    if (!changed) return changed.error();
  }
  if (input.name) {
    const auto fault = names_of(context).set(input.reviewer, *input.name);
    if (fault) return problem_of_name(*fault);
  }
  return shown(context, input.reviewer);
}

Result<ReviewerWithLink, Problem> link_reviewer(const OperationContext& context,
                                                const NamedReviewer& input) {
  const auto reviewer = load(context, input.reviewer);
  if (!reviewer) return reviewer.error();
  return with_link(context, input.reviewer);
}

Result<ShownReviewer, Problem> revoke_passkey(const OperationContext& context,
                                              const NamedPasskey& input) {
  const auto reviewer = load(context, input.reviewer);
  if (!reviewer) return reviewer.error();
  return carried_out(
      context, input.reviewer, RevokePasskey{context.data.clock().now(), input.passkey});
}

Result<ShownReviewer, Problem> disable_reviewer(const OperationContext& context,
                                                const DisabledReviewer& input) {
  const auto reviewer = load(context, input.reviewer);
  if (!reviewer) return reviewer.error();
  return carried_out(
      context, input.reviewer, DisableReviewer{context.data.clock().now(), input.reason});
}

Result<ShownReviewer, Problem> erase_reviewer_name(const OperationContext& context,
                                                   const NamedReviewer& input) {
  const auto reviewer = load(context, input.reviewer);
  if (!reviewer) return reviewer.error();
  if (const auto fault = names_of(context).erase(input.reviewer)) return problem_of_name(*fault);
  return shown(context, input.reviewer);
}

constexpr Operation kReviewerOperations[] = {
    operation<add_reviewer>("reviewer add",
                            "Register a reviewer, and make the link for the first passkey."),
    operation<list_reviewers>("reviewer list", "List every reviewer.", false),
    operation<show_reviewer>("reviewer show", "Show one reviewer.", false),
    operation<change_reviewer>("reviewer change", "Change a reviewer's name or roles."),
    operation<link_reviewer>("reviewer link",
                             "Make a link that registers one passkey within 15 minutes."),
    operation<revoke_passkey>("reviewer revoke", "Stop accepting one of a reviewer's passkeys."),
    operation<disable_reviewer>("reviewer disable", "Refuse everything of a reviewer, for ever."),
    operation<erase_reviewer_name>("reviewer erase-name",
                                   "Erase a reviewer's name, which the log does not have."),
};

}  // namespace

std::span<const Operation> reviewer_operations() { return kReviewerOperations; }

}  // namespace countersign::http
