#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "core/terms.h"
#include "tests/drawing/camera/encode.h"
#include "tests/drawing/document.h"
#include "tests/events/support/temp_folder.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/program.h"

// Pictures of an operator's own, with labels, judged by the real inspector.
namespace countersign::tests::labels_test {

namespace fs = std::filesystem;

constexpr std::string_view kHeader = "path,type,side,expected,condition,zone\n";

std::string content_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

struct LabelledPictures {
  TempFolder folder;

  fs::path at(const std::string& name) const { return folder.path() / name; }
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(at(name), std::ios::binary) << bytes;
  }
  // Draws a passport, and returns its zone as a label has it.
  std::string draw_passport(const std::string& name) const {
    const drawing::DocumentPlan plan{.seed = 41, .type = DocumentType::Passport};
    write(name, drawing::encode(drawing::draw_document(plan), {}));
    const auto lines = drawing::visible_zone(plan);
    return lines[0] + "|" + lines[1];
  }
  Finished inspect(const std::string& rows, const Arguments& more = {}) const {
    write("labels.csv", std::string(kHeader) + rows);
    Arguments command{COUNTERSIGN_PATH, "inspect", "--labels", at("labels.csv").string()};
    command.insert(command.end(), more.begin(), more.end());
    return run_program(command);
  }
};

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE_FIXTURE(LabelledPictures, "labelled pictures are counted by what their labels say") {
  const std::string zone = draw_passport("good.jpg");
  std::string other = zone;
  other[5] = other[5] == 'X' ? 'Y' : 'X';  // the name's first letter, which no digit guards
  const std::string rows = "good.jpg,PASSPORT,FRONT,fit,plain," + zone +
                           "\ngood.jpg,PASSPORT,FRONT,fit,misread," + other +
                           "\ngood.jpg,ID_CARD,BACK,DOCUMENT_TYPE_MISMATCH,other type,"
                           "\ngood.jpg,PASSPORT,FRONT,DOCUMENT_GLARE,no glare,\n";
  const Finished ran = inspect(rows, {"--json", "--html", at("page.html").string()});
  INFO(ran.err);
  CHECK(ran.status == 0);
  const Json found(ran.out);
  CHECK(found.is_true("/ok"));
  CHECK(found.dump("/conditions/0/wrong/count") == "0");
  CHECK(found.dump("/conditions/0/zones/read/count") == "1");
  CHECK(found.dump("/conditions/0/zones/differ/count") == "0");
  CHECK(found.dump("/conditions/0/zones/differ/of") == "1");
  CHECK(found.dump("/conditions/1/zones/differ/count") == "1");
  CHECK(found.dump("/conditions/1/zones/differInName") == "1");
  CHECK(found.dump("/conditions/2/wrong/count") == "0");
  CHECK(found.dump("/conditions/3/wrong/count") == "1");
  CHECK(found.dump("/wronglyJudged/0/line") == "5");
  CHECK(found.text("/wronglyJudged/0/found") == "accepted");
  const std::string page = content_of(at("page.html"));
  CHECK(contains(page, "<h2>fit to be read</h2>"));
  const std::string name = zone.substr(5, zone.find("<<") - 5);
  CHECK_FALSE(contains(ran.out + ran.err + page, name));
}

TEST_CASE_FIXTURE(LabelledPictures, "where nothing was judged, nothing is said to be right") {
  const Finished ran = inspect("gone.jpg,PASSPORT,,fit,,\n", {});
  CHECK(ran.status == 1);
  CHECK(contains(ran.out, "no picture was judged"));
  CHECK_FALSE(contains(ran.out, "as its label says"));
}

TEST_CASE_FIXTURE(LabelledPictures,
                  "a picture that cannot be read is a line of the report, not its end") {
  draw_passport("good.jpg");
  write("empty.jpg", "");
  write("text.jpg", "no picture");
  fs::create_symlink("/etc/passwd", at("out.jpg"));
  REQUIRE(::mkfifo(at("pipe").c_str(), 0600) == 0);
  const Finished ran = inspect(
      "gone.jpg,PASSPORT,,fit,,\n"
      "out.jpg,PASSPORT,,fit,,\n"
      "pipe,PASSPORT,,fit,,\n"
      "text.jpg,PASSPORT,,DOCUMENT_UNREADABLE,,\n"
      "empty.jpg,PASSPORT,,refused,,\n"
      "good.jpg,PASSPORT,,fit,,\n",
      {"--json"});
  INFO(ran.err);
  CHECK(ran.status == 1);
  const Json found(ran.out);
  CHECK(found.dump("/ok") == "false");
  for (const char* index : {"0", "1", "2"}) {
    CHECK(found.dump(std::string("/notRead/") + index + "/line") ==
          std::to_string(2 + index[0] - '0'));
  }
  CHECK(contains(found.text("/notRead/1/why"), "link"));
  CHECK(found.dump("/notRead/3") == "(absent)");
  CHECK(found.dump("/all/0/accepted") == "1");
  CHECK(found.dump("/all/1/wrong/of") == "2");
  CHECK(found.dump("/all/1/wrong/count") == "0");
}

TEST_CASE_FIXTURE(LabelledPictures, "labels that are wrong are told before a picture is judged") {
  const auto why = [&](const std::string& rows) {
    const Finished ran = inspect(rows);
    CHECK(ran.status == 1);
    CHECK(ran.out.empty());
    return ran.err;
  };
  CHECK(contains(why("a.jpg,PASSPORT,,fit,,\n../b.jpg,NOTHING,,fit,,\n"),
                 "labels.csv, line 3: path"));
  CHECK(contains(why("a.jpg,NOTHING,,fit,,\nb.jpg,,,good,,\n"), "line 3: expected"));
  CHECK(contains(why("\"a"), "line 2: a quotation mark"));
  CHECK(contains(why(std::string("a\0b", 3)), "line 2: a control character"));
  const std::string labels = at("labels.csv").string();
  CHECK(run_program({COUNTERSIGN_PATH, "inspect", "--labels", labels, labels}).status == 2);
  CHECK(run_program({COUNTERSIGN_PATH, "inspect", "--labels", labels, "--side", "BACK"}).status ==
        2);
  CHECK(run_program({COUNTERSIGN_PATH, "inspect", "--labels", labels, "--date", "soon"}).status ==
        2);
  CHECK(run_program({COUNTERSIGN_PATH, "inspect", "--labels", "/no/such/file"}).status == 2);
}

TEST_CASE_FIXTURE(LabelledPictures,
                  "the page of the rates replaces neither the labels nor a picture") {
  draw_passport("good.jpg");
  const std::string picture = content_of(at("good.jpg"));
  for (const char* target : {"good.jpg", "labels.csv"}) {
    const Finished ran = inspect("good.jpg,PASSPORT,,fit,,\n", {"--html", at(target).string()});
    CHECK(ran.status == 2);
    CHECK(contains(ran.err, "would overwrite"));
  }
  CHECK(content_of(at("good.jpg")) == picture);
  CHECK(content_of(at("labels.csv")).starts_with(kHeader));
}

TEST_CASE_FIXTURE(LabelledPictures, "a document is judged as on the day that --date names") {
  draw_passport("good.jpg");
  const std::string row = "good.jpg,PASSPORT,,DOCUMENT_EXPIRED,,\n";
  const Finished later = inspect(row, {"--json", "--date", "2075-01-01"});
  CHECK(Json(later.out).dump("/all/1/wrong/count") == "0");
  const Finished now = inspect(row, {"--json"});
  CHECK(Json(now.out).dump("/all/1/wrong/count") == "1");
}

TEST_CASE("the example of the page about inspection runs as it stands") {
  std::ifstream page(fs::path(COUNTERSIGN_SOURCE_DIR) / "docs/inspection.md");
  std::string script;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("```")) {
      inside = !inside && line == "```sh";
    } else if (inside) {
      script += line + "\n";
    }
  }
  REQUIRE(contains(script, "--labels"));
  const TempFolder folder;
  fs::create_directories(folder.path() / "bin");
  fs::create_symlink(COUNTERSIGN_PATH, folder.path() / "bin/countersign");
  const fs::path draw = folder.path() / "build/default/tools/drawing/countersign-draw";
  fs::create_directories(draw.parent_path());
  fs::create_symlink(COUNTERSIGN_DRAW_PATH, draw);
  const Finished ran = run_program({"bash",
                                    "-euo",
                                    "pipefail",
                                    "-c",
                                    "cd \"$1\"\nPATH=\"$1/bin:$PATH\"\n" + script,
                                    "page",
                                    folder.path()});
  INFO(ran.out);
  INFO(ran.err);
  CHECK(ran.status == 0);
  CHECK(contains(ran.out, "fit to be read"));
  CHECK(contains(ran.out, "every picture that was judged was judged as its label says"));
}

}  // namespace countersign::tests::labels_test
