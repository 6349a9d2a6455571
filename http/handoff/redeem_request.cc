#include "http/handoff/redeem_request.h"

#include "core/client/page_rules.h"
#include "http/body/body_of.h"

namespace countersign::http {

template <>
constexpr auto members_of<RedeemRequest> =
    members(Member{"code",
                   &RedeemRequest::code,
                   "Of a link or of a handoff: what follows `#c=`.",
                   {.wrong = "The code must be a text."}},
            Member{"number",
                   &RedeemRequest::number,
                   "Of a handoff: the one that the person chose. The wrong one spends the code.",
                   {.left_out = true, .wrong = "The number must be a whole number."}},
            Member{"language",
                   &RedeemRequest::language,
                   "Of the client's name: two or three small letters.",
                   {.left_out = true,
                    .is = is_language,
                    .wrong = "The language must be two or three small letters."}});

Result<RedeemRequest, Problem> parse_redeem_request(std::string_view body) {
  return body_of<RedeemRequest>(body);
}

Schema redeem_request_schema() { return schema_of<RedeemRequest>("RedeemCode"); }

}  // namespace countersign::http
