#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/events/audit/export/exported_log.h"
#include "tests/events/support/temp_folder.h"
#include "tests/programs/support/json.h"
#include "tests/programs/support/program.h"
#include "tests/programs/support/running_server.h"

// `countersign report`: the page about an exported log and about a running server. An XML parser
// reads the page, which accepts well-formed HTML and rejects text that was not escaped.
namespace countersign::tests::report_test {

constexpr const char* kHostileName = "</style><script>alert(1)</script>\"'&amp; ]]> \xE2\x80\xAE x";

// How a page shows the name: a direction control has become U+FFFD.
constexpr const char* kShownName = "</style><script>alert(1)</script>\"'&amp; ]]> \xEF\xBF\xBD x";

// Prints the value of each figure that a test asks for, as `name value`, from the page alone.
constexpr const char* kReader = R"py(
import sys, xml.etree.ElementTree as ET
page = ET.parse(sys.argv[1]).getroot()
tags = {e.tag for e in page.iter()}
assert not tags & {'script', 'iframe', 'object', 'embed', 'link', 'img', 'form', 'base'}, tags
for e in page.iter():
    for name, value in e.attrib.items():
        assert not name.startswith('on') and name not in ('src', 'style'), (e.tag, name)
        if name == 'href': assert value.startswith('#'), value
def text(e): return ''.join(e.itertext()).strip()
def figures(row): return [d.get('value') for d in row.iter('data')]
ids = [e.get('id') for e in page.iter() if e.get('id')]
assert len(ids) == len(set(ids))
for e in page.iter():
    for ref in (e.get('aria-labelledby') or '').split(): assert ref in ids, ref
for svg in page.iter('svg'): assert svg.get('aria-hidden') or svg.get('role') == 'img'
policy = [m.get('content') for m in page.iter('meta') if m.get('http-equiv') == 'Content-Security-Policy']
import base64, hashlib
style = page.find('head/style').text
assert "'sha256-%s'" % base64.b64encode(hashlib.sha256(style.encode()).digest()).decode() in policy[0]
assert policy[0].startswith("default-src 'none'")
print('verdict', page.find(".//section[@id='verdict']").get('class').split()[1])
for table in page.iter('table'):
    caption = text(table.find('caption'))
    for row in list(table.iter('tr'))[1:]:
        print('|'.join([caption, text(row.find('th'))] + figures(row)))
for name in page.findall(".//section[@id='clients']//bdi"): print('client', text(name))
)py";

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string read_page(const TempFolder& folder, const std::string& page) {
  write_file(folder.path() / "reader.py", kReader);
  const Finished read = run_program(
      {"python3", (folder.path() / "reader.py").string(), (folder.path() / page).string()});
  INFO(read.err);
  REQUIRE(read.status == 0);
  return read.out;
}

Finished report(const TempFolder& folder, Arguments arguments) {
  arguments.insert(arguments.begin(), {COUNTERSIGN_PATH, "report"});
  arguments.push_back((folder.path() / "report.html").string());
  return run_program(arguments);
}

Finished shell(const TempFolder& folder, const std::string& script) {
  return run_program(
      {"bash", "-euo", "pipefail", "-c", "cd \"$1\"\n" + script, "-", folder.path()});
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("the figures of a report are those that jq counts in the events") {
  const ExportableLog log(3000, 7);
  const TempFolder folder;
  REQUIRE(write_export(folder.path() / "exported", log.source(1000)));
  REQUIRE(write_export(folder.path() / "exported", log.source(3000)));
  const Finished made = report(folder,
                               {"--from",
                                (folder.path() / "exported").string(),
                                "--vkey",
                                ExportableLog::keys().front().to_text(),
                                "--json"});
  INFO(made.err);
  REQUIRE(made.status == 0);
  CHECK(Json(made.out).number("/events") == 3000);
  const std::string read = read_page(folder, "report.html");
  CHECK(contains(read, "verdict good\n"));
  CHECK(contains(read, "|checkpoints/00000000000000001000|1000|1000\n"));
  CHECK(contains(read, "|checkpoint|3000|2000\n"));

  const Finished counted = shell(folder, R"sh(
jq -r .type exported/events.jsonl | sort | uniq -c |
  while read -r n type; do echo "Events of the whole log, by type|$type|$n"; done
jq -rs 'group_by(.at[:10])[] | "Events, by day; days without are left out|\(.[0].at[:10])|\(length)"' \
  exported/events.jsonl
jq -rs 'group_by(.at[:10])[] | .[0].at[:10] as $day
  | [.[] | select(.type == "SessionFinalized") | .data.result] as $r
  | [.[] | .type] as $t
  | ["PASSED", "REVIEW", "FAILED"] | map(. as $one | $r | map(select(. == $one)) | length) as $results
  | ["SessionExpired", "SessionCanceled", "SessionCreated"]
  | map(. as $one | $t | map(select(. == $one)) | length) as $ends
  | $results + $ends | select(add > 0) | map(tostring) | join("|")
  | "How sessions ended, by day; days without are left out|\($day)|\(.)"' exported/events.jsonl
jq -rs '[.[] | select(.type == "DocumentsDownloaded")]
  | "Who asked for stored files, the most downloads first|Total|\(length)|\(map(.data.fileCount) | add)|\(
    map(.data.sizeBytes) | add)"' exported/events.jsonl
jq -rs '[.[] | select(.type == "FilesPurged")]
  | "Sessions purged, by day; days without are left out|Total|\(length)|0|\(
    map(.data.files | length) | add)|\(map(.data.sizeBytes) | add)|"' exported/events.jsonl
)sh");
  INFO(counted.err);
  REQUIRE(counted.status == 0);
  std::istringstream lines(counted.out);
  int compared = 0;
  for (std::string line; std::getline(lines, line); ++compared) {
    CAPTURE(line);
    CAPTURE(read);
    CHECK(contains(read, line));
  }
  CHECK(compared > 15);
}

TEST_CASE("the report of an export that was tampered with says so, and where, and ends in 1") {
  const ExportableLog log(700, 8);
  const TempFolder folder;
  REQUIRE(write_export(folder.path() / "exported", log.source(700)));
  REQUIRE(shell(folder, "sed -i '42s/\"at\":\"20/\"at\":\"21/' exported/events.jsonl").status == 0);
  const Finished made = report(folder, {"--from", (folder.path() / "exported").string(), "--json"});
  CHECK(made.status == 1);
  CHECK(Json(made.out).number("/firstError/sequence") == 42);
  const std::string read = read_page(folder, "report.html");
  CHECK(contains(read, "verdict bad\n"));
  const std::string page = content_of(folder.path() / "report.html");
  CHECK(contains(page, "number <strong><data value=\"42\">42</data></strong>"));
  CHECK(contains(page, "Events 1 to <data value=\"41\">41</data>"));
}

TEST_CASE("a report of a running server is of its log, and no name in it can become markup") {
  const TempFolder folder;
  const RunningServer server;
  server.add_client(kHostileName);
  const Finished made = report(folder, {"--data", server.data().string()});
  INFO(made.err);
  REQUIRE(made.status == 0);
  const std::string read = read_page(folder, "report.html");
  CHECK(contains(read, "verdict warn\n"));
  CHECK(contains(read, "client " + std::string(kShownName) + "\n"));
  CHECK(contains(read, "Events of the whole log, by type|ClientRegistered|1\n"));
  CHECK_FALSE(contains(content_of(folder.path() / "report.html"), "<script"));
}

TEST_CASE("a report says what it lacks, and leaves no half a page") {
  const TempFolder folder;
  const Finished without = run_program({"env",
                                        "-u",
                                        "COUNTERSIGN_DATA",
                                        COUNTERSIGN_PATH,
                                        "report",
                                        (folder.path() / "report.html").string()});
  CHECK(without.status == 2);
  CHECK(contains(without.err, "--data DIR (or COUNTERSIGN_DATA) is required"));
  CHECK(run_program({COUNTERSIGN_PATH, "report"}).status == 2);
  CHECK(report(folder, {"--from", (folder.path() / "absent").string()}).status == 2);
  CHECK(report(folder, {"--vkey", "nonsense"}).status == 2);
  const Finished absent = report(folder, {"--data", (folder.path() / "absent").string()});
  CHECK(absent.status == 2);
  CHECK_FALSE(std::filesystem::exists(folder.path() / "report.html"));
  // A page in a folder that does not exist cannot be written.
  const ExportableLog log(10, 9);
  REQUIRE(write_export(folder.path() / "exported", log.source(10)));
  const Finished nowhere = run_program({COUNTERSIGN_PATH,
                                        "report",
                                        "--from",
                                        (folder.path() / "exported").string(),
                                        (folder.path() / "absent" / "report.html").string()});
  CHECK(nowhere.status == 1);
  CHECK(contains(nowhere.err, "cannot write"));
}

}  // namespace countersign::tests::report_test
