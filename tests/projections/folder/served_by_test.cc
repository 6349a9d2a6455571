#include "projections/folder/served_by.h"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "projections/folder/data_folder.h"
#include "tests/events/record/future_event.h"
#include "tests/projections/support/open_folder.h"

// Tests which programs may serve a folder that others have served.
namespace countersign::served_by_test {

namespace fs = std::filesystem;

// A folder that was made by version 1.0.0, and that nobody holds.
struct Place : OpenFolder {
  Place() : OpenFolder("1.0.0") { close(); }

  std::vector<std::string> told;

  // Opens it by a program of this version. Empty if that succeeds, else why not.
  std::string open_by(const std::string& version, bool read_only = false) {
    DataFolderOptions with = options();
    with.begun_by = version;
    with.read_only = read_only;
    with.warn = [this](std::string_view what) { told.emplace_back(what); };
    const auto opened = try_open(std::move(with));
    return opened ? std::string() : opened.error();
  }
  std::string list() const {
    std::ifstream in(path() / "SERVED-BY");
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void put_list(const std::string& text) const { std::ofstream(path() / "SERVED-BY") << text; }
  // Records as a program of a version does that does not exist yet.
  void record_from_the_future() const {
    const auto log = EventLog::open(path() / "log", {.create_if_missing = false});
    REQUIRE(log.has_value());
    REQUIRE_FALSE(test::append_future_event(**log).has_value());
  }
};

TEST_CASE("a version is three numbers, by which later ones are greater") {
  CHECK(parse_program_version("0.2.0") == ProgramVersion{{0, 2, 0}});
  CHECK(parse_program_version("0.10.0") > parse_program_version("0.9.1"));
  CHECK(parse_program_version("1.0.0") > parse_program_version("0.99.99"));
  for (const char* text : {"",
                           "1",
                           "1.2",
                           "1.2.3.4",
                           "1.2.",
                           "01.2.3",
                           "1.2.3-rc1",
                           " 1.2.3",
                           "1.2.-3",
                           "1.2.4294967296"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_program_version(text).has_value());
  }
  CHECK(to_string(ProgramVersion{{1, 20, 300}}) == "1.20.300");
}

TEST_CASE("the list has its text, and no other text is one") {
  const std::vector<Served> list{{{{0, 2, 0}}, Sequence(0)}, {{{0, 3, 0}}, Sequence(17)}};
  CHECK(to_text(list) == "0.2.0 0\n0.3.0 17\n");
  CHECK(parse_served(to_text(list)) == list);
  CHECK(parse_served("") == std::vector<Served>());
  for (const char* text : {"\n",
                           "0.2.0",
                           "0.2.0 0",
                           "0.2.0\n",
                           "0.2.0 01\n",
                           "0.2.0  1\n",
                           "0.2.0 -1\n",
                           "0.2 1\n",
                           "0.2.0 1\n\n",
                           "0.2.0 1\n0.2.0 2\n",
                           "0.3.0 1\n0.2.0 2\n",
                           "0.2.0 2\n0.3.0 1\n",
                           "0.2.0 18446744073709551616\n"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_served(text).has_value());
  }
}

TEST_CASE_FIXTURE(Place, "each version that takes the folder over is on the list once") {
  CHECK(list() == "1.0.0 0\n");
  CHECK(open_by("1.0.0").empty());
  CHECK(list() == "1.0.0 0\n");
  CHECK(open_by("1.1.0").empty());
  CHECK(list() == "1.0.0 0\n1.1.0 2\n");
  CHECK(told.empty());
}

TEST_CASE_FIXTURE(Place, "an older program goes on where it knows all that newer ones recorded") {
  CHECK(open_by("1.1.0").empty());
  open();  // as 1.0.0
  CHECK(list() == "1.0.0 0\n");
  commit(registering(client_key("bank"), clock.now()));
  close();
  CHECK(open_by("1.1.0").empty());
  CHECK(open_by("2.0.0").empty());
  CHECK(list() == "1.0.0 0\n1.1.0 3\n2.0.0 3\n");
  CHECK(told.empty());

  CHECK(open_by("0.9.0").empty());
  CHECK(told == std::vector<std::string>{"the newer version 2.0.0 has served the folder: this "
                                         "program, 0.9.0, knows the 3 events since"});
  CHECK(list() == "0.9.0 3\n");
}

TEST_CASE_FIXTURE(Place, "an older program is refused where it does not know an event") {
  CHECK(open_by("1.1.0").empty());
  record_from_the_future();
  CHECK(open_by("2.0.0").empty());
  const std::string before = list();
  const std::string refused =
      path().string() +
      " is refused: version 2.0.0 has served it, and this program is 1.0.0, which cannot read "
      "event 3; install 2.0.0 again, or restore a backup from before the upgrade";
  CHECK(open_by("1.0.0") == refused);
  CHECK(open_by("1.0.0", true) == refused);
  CHECK(list() == before);
  CHECK(told.empty());
  CHECK(open_by("2.0.0").empty());
}

TEST_CASE_FIXTURE(Place, "reading a folder leaves the list as it is") {
  CHECK(open_by("2.0.0", true).empty());
  CHECK(list() == "1.0.0 0\n");
  CHECK(open_by("0.9.0", true).empty());
  CHECK(told.size() == 1);
  CHECK(list() == "1.0.0 0\n");
}

TEST_CASE_FIXTURE(Place, "a damaged list is refused, and an installation from before has none") {
  put_list("1.0.0 0\n1.1");
  CHECK(open_by("1.1.0") ==
        path().string() +
            " is refused: its file SERVED-BY is no list of versions; remove the file if no newer "
            "program than 1.1.0 has ever served the folder");
  CHECK(list() == "1.0.0 0\n1.1");
  fs::remove(path() / "SERVED-BY");
  CHECK(open_by("1.1.0").empty());
  CHECK(list() == "1.1.0 2\n");
}

}  // namespace countersign::served_by_test
