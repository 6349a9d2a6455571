#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/http/support/rig.h"

namespace countersign::http::stored_front_test {

TEST_CASE("the engine gets the accepted front with a back, and with nothing else") {
  Rig rig;
  const std::string token = rig.token(rig.add_client());
  CHECK(rig.document(token, good_image("front"), "FRONT", "ID_CARD")["ok"] == "true");
  CHECK(rig.engine.fronts_seen().empty());
  CHECK(rig.document(token, good_image("back"), "BACK")["ok"] == "true");
  CHECK(rig.engine.fronts_seen() == std::vector<std::string>{good_image("front")});
}

}  // namespace countersign::http::stored_front_test
