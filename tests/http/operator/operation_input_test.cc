#include "http/operator/operation_input.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/terms.h"
#include "http/json/members.h"

namespace countersign::http::operation_input_test {

struct Asked {
  SessionId session{};
  std::optional<std::uint64_t> limit{};
  std::vector<Side> sides{};
  bool again = false;
};

}  // namespace countersign::http::operation_input_test

namespace countersign::http {

template <>
inline constexpr auto members_of<operation_input_test::Asked> =
    members(Member{"sessionId", &operation_input_test::Asked::session},
            Member{"limit", &operation_input_test::Asked::limit, {}, kLeftOut},
            Member{"sides", &operation_input_test::Asked::sides, {}, kLeftOut},
            Member{"again", &operation_input_test::Asked::again, {}, kLeftOut});

}  // namespace countersign::http

namespace countersign::http::operation_input_test {

TEST_CASE("an input has the members that are given, and no other") {
  CHECK(input_of<Asked>(given<"sessionId">(std::string("any"))) == R"({"sessionId":"any"})");
  CHECK(input_of<Asked>(given<"sessionId">(std::string("any")),
                        given<"limit">(only_if(false, std::uint64_t{3})),
                        given<"sides">(unless_empty(std::vector<Side>())),
                        given<"again">(false)) == R"({"sessionId":"any","again":false})");
  CHECK(input_of<Asked>(given<"sessionId">(unless_empty(std::string()))) == "{}");
}

TEST_CASE("a value is written as the record's, a list whole") {
  CHECK(input_of<Asked>(given<"sessionId">(SessionId()),
                        given<"limit">(only_if(true, std::uint32_t{3})),
                        given<"sides">(std::vector{Side::Front, Side::Back})) ==
        R"({"sessionId":"00000000-0000-0000-0000-000000000000","limit":3,)"
        R"("sides":["FRONT","BACK"]})");
}

TEST_CASE("null is an optional of an optional that has none") {
  const std::optional<std::uint64_t> none;
  CHECK(input_of<Asked>(given<"sessionId">(SessionId()), given<"limit">(only_if(true, none))) ==
        R"({"sessionId":"00000000-0000-0000-0000-000000000000","limit":null})");
  CHECK(input_of<Asked>(given<"sessionId">(SessionId()), given<"limit">(only_if(false, none))) ==
        R"({"sessionId":"00000000-0000-0000-0000-000000000000"})");
}

TEST_CASE("a member that the record does not have, or has of another type, is no input") {
  CHECK(detail::has_member<Asked, std::uint32_t>("limit"));
  CHECK_FALSE(detail::has_member<Asked, std::uint32_t>("limits"));
  CHECK_FALSE(detail::has_member<Asked, bool>("limit"));
  CHECK_FALSE(detail::has_member<Asked, std::string>("limit"));
  CHECK_FALSE(detail::has_member<Asked, std::vector<std::string>>("sides"));
}

TEST_CASE("an input has each required member, and none twice") {
  CHECK(detail::are_whole<Asked>({"sessionId", "limit"}));
  CHECK_FALSE(detail::are_whole<Asked>({"limit"}));
  CHECK_FALSE(detail::are_whole<Asked>({"sessionId", "limit", "limit"}));
}

}  // namespace countersign::http::operation_input_test
