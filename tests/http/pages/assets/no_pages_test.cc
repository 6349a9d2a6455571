#include <doctest/doctest.h>

#include "http/pages/assets/asset_table.h"
#include "tests/http/support/rig.h"

namespace countersign::http::no_pages_test {

TEST_CASE("a server that is built without pages has none") {
  Rig rig;
  CHECK(embedded_pages().empty());
  CHECK(embedded_assets().empty());
  for (const char* path : {"/", "/capture", "/assets/capture.00000000.js"}) {
    const Answer answer = rig.send({.path = path});
    CHECK(answer.status == 404);
    CHECK(answer.code() == "SVC_NOT_FOUND");
  }
}

}  // namespace countersign::http::no_pages_test
