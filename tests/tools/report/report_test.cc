#include <doctest/doctest.h>

#include <string>

#include "tests/events/audit/export/exported_log.h"
#include "tests/events/support/temp_folder.h"
#include "tools/report/bar_chart.h"
#include "tools/report/figures.h"
#include "tools/report/html_text.h"
#include "tools/report/report_page.h"

// The parts of a report; tests/programs/operator/report_test.cc tests the program's page.
namespace countersign::report_test {

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// The page about an exported log.
std::string page_of(const std::filesystem::path& folder, VerifyExportOptions options = {}) {
  Activity activity;
  options.each = [&](const RecordedEvent& recorded) { fold(activity, recorded); };
  const ExportFindings verdict = verify_export(folder, options);
  return report_page({verdict, activity});
}

TEST_CASE("text cannot leave its place in a page") {
  CHECK(html_text("a<b>&\"c'") == "a&lt;b&gt;&amp;&quot;c&#39;");
  CHECK(html_text("línea 1\n2\t3 😀") == "línea 1\n2\t3 😀");
  CHECK(html_text(std::string_view("\0\x1b[31m\x7f\r", 8)) ==
        "\xEF\xBF\xBD\xEF\xBF\xBD[31m\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(html_text("\xC2\x85 \xEF\xBF\xBF") == "\xEF\xBF\xBD \xEF\xBF\xBD");
  // Invalid UTF-8: cut off, overlong, a surrogate.
  CHECK(html_text("a\xE2\x82") == "a\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(html_text("\xC0\xBC") == "\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(html_text("\xED\xA0\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(html_text("").empty());
}

TEST_CASE("figures are short and have their exact value with them") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000) == "1,000");
  CHECK(grouped(1234567) == "1,234,567");
  CHECK(short_bytes(1023) == "1023 B");
  CHECK(short_bytes(1024) == "1.0 KiB");
  CHECK(short_bytes(1'048'575) == "1.0 MiB");
  CHECK(short_bytes(15'728'640) == "15 MiB");
  CHECK(short_count(999) == "999");
  CHECK(short_count(1500) == "1.5k");
  CHECK(short_count(20'000) == "20k");
  CHECK(short_count(999'999) == "1M");
  CHECK(html_number(1234) == "<data value=\"1234\">1,234</data>");
  CHECK(html_time(UtcTime(0)) ==
        "<time datetime=\"1970-01-01T00:00:00.000000Z\">1970-01-01 00:00:00</time>");
}

TEST_CASE("an axis ends at a round number that is enough, in at most four steps") {
  for (const std::uint64_t most :
       {0ULL, 1ULL, 3ULL, 9ULL, 10ULL, 11ULL, 99ULL, 401ULL, 123'456'789ULL}) {
    CAPTURE(most);
    const Axis axis = axis_for(most);
    CHECK(axis.top >= most);
    CHECK(axis.top % axis.step == 0);
    CHECK(axis.top / axis.step <= 4);
    CHECK((axis.top < 2 * most || axis.top <= 1));
  }
}

TEST_CASE("the verdict says in words whom it rests on") {
  const ExportableLog log(700, 1);
  const TempFolder folder;
  REQUIRE(write_export(folder.path(), log.source(300)));
  REQUIRE(write_export(folder.path(), log.source(700)));

  const std::string unpinned = page_of(folder.path());
  CHECK(contains(unpinned, "<section class=\"verdict warn\""));
  CHECK(contains(unpinned, "the key came with the log"));
  VerifyExportOptions options;
  options.keys = ExportableLog::keys();
  const std::string pinned = page_of(folder.path(), options);
  CHECK(contains(pinned, "<section class=\"verdict good\""));
  CHECK(contains(pinned, html_text(ExportableLog::keys().front().to_text())));
  CHECK(contains(pinned, "checkpoints/00000000000000000300"));
  CHECK((page_of(folder.path(), options) == pinned));

  std::filesystem::remove(folder.path() / "tile/0/001");
  const std::string damaged = page_of(folder.path(), options);
  CHECK(contains(damaged, "<section class=\"verdict bad\""));
  CHECK(contains(damaged, "<strong><data value=\"257\">257</data></strong>"));
  CHECK(contains(damaged, "<code>tile/0/001</code>: the file does not exist"));
  CHECK_FALSE(contains(damaged, "verdict good"));
}

TEST_CASE("looks and downloads are told alike by session, and decisions with or without a look") {
  Activity activity;
  RecordedEvent recorded;
  recorded.stream = stream_of(SessionId());
  const auto happen = [&](const Event& event) {
    recorded.event = event;
    fold(activity, recorded);
  };
  happen(ImageViewed{"rvw_anna", FileId()});
  happen(DocumentsDownloaded{{}, 3, 30});
  ReviewDecided decided;
  decided.reviewer = "rvw_<bert>";
  happen(decided);
  const std::string section = looks_section(activity);
  CHECK(contains(section, html_text(recorded.stream.value())));
  CHECK(contains(section, "<code>rvw_&lt;bert&gt;</code> <code>rvw_anna</code>"));
  CHECK(contains(section, "Without a look"));
  CHECK_FALSE(contains(section, "rvw_<bert>"));
  CHECK_FALSE(contains(section, "missing from the count"));
  activity.forgot_looks = true;
  CHECK(contains(looks_section(activity), "missing from the count"));
}

TEST_CASE("an empty log has a page without charts, and says so") {
  const ExportableLog log(0, 1);
  const TempFolder folder;
  REQUIRE(write_export(folder.path(), log.source(0)));
  write_file(folder.path() / "events.jsonl", "");
  const std::string page = page_of(folder.path());
  CHECK(contains(page, "No event was read."));
  CHECK(contains(page, "Nothing was downloaded."));
  CHECK(contains(page, "Nobody saw a picture or decided."));
  CHECK(contains(page, "No client was registered."));
  CHECK_FALSE(contains(page, "<svg class=\"chart\""));
}

}  // namespace countersign::report_test
