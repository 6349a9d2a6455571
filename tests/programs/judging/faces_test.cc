#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/inspection/image/rgb_image.h"
#include "tests/core/inspection/matcher/face_pictures.h"
#include "tests/core/inspection/matcher/model_files.h"
#include "tests/events/support/temp_folder.h"
#include "tests/programs/support/json.h"
#include "tests/programs/support/program.h"

// `countersign faces calibrate` with real models' shapes and drawn people.
namespace countersign::tests::faces_test {

namespace fs = std::filesystem;
using matcher::Fields;
using matcher::kAda;
using matcher::kBob;
using matcher::ModelFiles;

std::string picture_of(const std::vector<Fields>& faces, std::uint32_t side = 480) {
  RgbImage picture(side, side);
  std::fill(picture.bytes.begin(), picture.bytes.end(), std::uint8_t{120});
  for (std::size_t i = 0; i < faces.size(); ++i) {
    matcher::draw_face(picture, 100 + 200 * static_cast<double>(i), 60, 1, faces[i]);
  }
  return matcher::as_file(picture);
}

// Pictures in folders, and the command that compares them.
class People {
 public:
  const fs::path& path() const { return folder_.path(); }
  void add(const std::string& file, const std::string& bytes) const {
    fs::create_directories((path() / file).parent_path());
    std::ofstream(path() / file, std::ios::binary) << bytes;
  }
  Finished calibrate(const Arguments& more = {}) const {
    Arguments command{COUNTERSIGN_PATH,
                      "faces",
                      "calibrate",
                      path().string(),
                      "--face-detector-model",
                      models_.detector().string(),
                      "--face-recognizer-model",
                      models_.recognizer().string()};
    command.insert(command.end(), more.begin(), more.end());
    return run_program(command);
  }
  const ModelFiles& models() const { return models_; }

 private:
  TempFolder folder_;
  ModelFiles models_;
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Eight people of very different fields, with two pictures each.
void add_people(const People& people) {
  constexpr Fields kPeople[] = {kAda, kBob, 0x0f0f, 0xf00f, 0x3333, 0x33cc, 0x5a5a, 0x6996};
  for (std::size_t i = 0; i < std::size(kPeople); ++i) {
    const std::string folder = "person" + std::to_string(i) + "/";
    people.add(folder + "1.jpg", picture_of({kPeople[i]}));
    people.add(folder + "2.jpg", picture_of({kPeople[i]}, 600));
  }
}

TEST_CASE("pictures of people give a level, its rates, and a page with a plot") {
  const People people;
  add_people(people);
  const fs::path page = people.models().detector().parent_path() / "page.html";
  const Finished finished =
      people.calibrate({"--json", "--false-match-rate", "20", "--html", page.string()});
  CAPTURE(finished.err);
  CAPTURE(finished.out);
  REQUIRE(finished.status == 0);
  const Json found(finished.out);
  CHECK(found.is_true("/ok"));
  CHECK(found.dump("/people") == "8");
  CHECK(found.dump("/pictures") == "16");
  CHECK(found.dump("/pairsOfOnePerson") == "8");
  CHECK(found.dump("/pairsOfTwoPeople") == "112");
  CHECK(found.dump("/pairsOfPeople") == "28");
  CHECK(found.dump("/leftOut") == "[]");
  CHECK(found.dump("/level/falseNonMatchPercent") == "0");
  CHECK(found.text("/level/setting").starts_with("--threshold face-match-likeness="));
  CHECK(found.text("/models/1/model") == "teller.onnx");
  std::ifstream file(page);
  const std::string html{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  CHECK(has(html, "<polyline class=\"line failed\""));
  CHECK_FALSE(has(html, "person3"));

  const Finished text = people.calibrate({"--false-match-rate", "20"});
  CHECK(text.status == 0);
  CHECK(has(text.out, "face-match-likeness="));
}

TEST_CASE("too few people give their rates and no level, and the exit status says so") {
  const People people;
  add_people(people);
  const Finished finished = people.calibrate({"--json"});
  CHECK(finished.status == 1);
  const Json found(finished.out);
  CHECK_FALSE(found.is_true("/ok"));
  CHECK(found.dump("/level") == "null");
  CHECK(has(found.text("/why"), "28 pairs of people cannot show a false match rate of 0.1 %"));
  CHECK(found.dump("/levels/0/falseMatchPercent") != "");
}

TEST_CASE("pictures that cannot be compared are listed with the reason, and the rest is used") {
  const People people;
  add_people(people);
  people.add("person0/nobody.jpg", picture_of({}));
  people.add("person0/two.jpg", picture_of({kAda, kBob}));
  people.add("person1/cut.jpg", picture_of({kBob}).substr(0, 900));
  people.add("person1/text.jpg", "This is no picture.");
  people.add("person2/again.jpg", picture_of({kAda}));
  people.add("loose.jpg", picture_of({kAda}));
  fs::create_symlink(people.path() / "person0/1.jpg", people.path() / "person3/link.jpg");
  ::mkfifo((people.path() / "person3/pipe.jpg").c_str(), 0600);
  const Finished finished = people.calibrate({"--json", "--false-match-rate", "20"});
  CAPTURE(finished.err);
  const Json found(finished.out);
  CHECK(finished.status == 0);
  CHECK(found.dump("/pictures") == "16");
  CHECK(found.dump("/picturesLeftOut") == "8");
  for (const char* line :
       {R"({"file":"person0/nobody.jpg","why":"no face was found"})",
        R"({"file":"person0/two.jpg","why":"several faces were found"})",
        R"({"file":"person1/cut.jpg","why":"its picture cannot be decoded"})",
        R"({"file":"person1/text.jpg","why":"it is not a JPEG, PNG or WebP file"})",
        R"({"file":"person2/again.jpg","why":"it is the same file as another: person0/1.jpg"})",
        R"({"file":"loose.jpg","why":"a file that is not in a person's folder"})",
        R"({"file":"person3/link.jpg","why":"a symbolic link, which is not followed"})",
        R"({"file":"person3/pipe.jpg","why":"not a regular file"})"}) {
    CAPTURE(line);
    CHECK(has(finished.out, line));
  }
}

TEST_CASE("a folder that cannot be calibrated with, and models that cannot be used, are one line") {
  const auto refusal = [](const Finished& finished, int status, const std::string& why) {
    CAPTURE(finished.err);
    CHECK(finished.status == status);
    CHECK(finished.out.empty());
    CHECK(has(finished.err.substr(0, finished.err.find('\n')), why));
    const bool is_of_syntax = has(finished.err, "--help");  // a second line names the help
    CHECK(std::ranges::count(finished.err, '\n') == (is_of_syntax ? 2 : 1));
  };
  const People people;
  refusal(people.calibrate(), 1, "has no folder of a person");
  people.add("ada/1.jpg", picture_of({kAda}));
  people.add("ada/2.jpg", picture_of({kAda}, 600));
  refusal(people.calibrate(), 1, "has the folder of one person only");
  fs::create_directory(people.path() / "bob");
  fs::remove(people.path() / "ada/1.jpg");
  fs::remove(people.path() / "ada/2.jpg");
  refusal(people.calibrate(), 1, "has no picture in the folders of its people");
  people.add("ada/1.jpg", picture_of({kAda}));
  people.add("bob/1.jpg", picture_of({kBob}));
  refusal(people.calibrate({"--html", (people.path() / "bob/1.jpg").string()}),
          2,
          "--html would overwrite");
  refusal(people.calibrate({"--matcher", "/nonexistent/matcher"}), 1, "does not exist");
  people.models().write("teller.onnx", "no model");
  refusal(people.calibrate(), 2, "teller.onnx is not an ONNX model, or is damaged");
  for (const char* rate : {"0", "51", "0.0001", "few"}) {
    refusal(people.calibrate({"--false-match-rate", rate}),
            2,
            "--false-match-rate: must be from 0.001 to 50 percent");
  }
  refusal(run_program({COUNTERSIGN_PATH, "faces", "calibrate", people.path().string()}),
          2,
          "--face-detector-model");
}

TEST_CASE("a model of presentation attacks is measured on originals and on attacks") {
  const People people;
  people.add("ada/1.jpg", picture_of({matcher::kLightFace}));
  people.add("ada/2.jpg", picture_of({matcher::kLightFace}, 600));
  people.add("bob/1.jpg", picture_of({kBob}));
  const People attacks;
  attacks.add("print/1.jpg", picture_of({matcher::kDarkFace}));
  attacks.add("print/2.jpg", picture_of({matcher::kDarkFace}, 600));
  attacks.add("print/nobody.jpg", picture_of({}));
  attacks.add("screen/1.jpg", picture_of({kAda}));
  attacks.add("loose.jpg", picture_of({kAda}));
  const fs::path page = people.models().detector().parent_path() / "page.html";
  const Arguments measure{"--presentation-model",
                          people.models().presentation().string(),
                          "--attacks",
                          attacks.path().string()};
  Arguments with_levels = measure;
  for (const std::string& more : {std::string("--json"),
                                  std::string("--threshold"),
                                  std::string("presentation-live=0.45/0.6"),
                                  std::string("--html"),
                                  page.string()}) {
    with_levels.push_back(more);
  }
  const Finished finished = people.calibrate(with_levels);
  CAPTURE(finished.err);
  CAPTURE(finished.out);
  REQUIRE(finished.status == 0);
  const Json found(finished.out);
  CHECK(found.is_true("/ok"));
  CHECK(found.dump("/people") == "2");
  CHECK(found.dump("/originals") == "3");
  CHECK(found.text("/models/2/model") == "attacks.onnx");
  CHECK(found.dump("/attacks/0") == R"({"attack":"print","pictures":2,"withoutAnswer":1})");
  CHECK(found.dump("/error/live") == "0.45");
  CHECK(found.dump("/error/bpcerPercent") == "0");
  CHECK(found.dump("/error/attacks/0/apcerPercent") == "0");
  CHECK(found.dump("/error/apcerPercent") == "100");  // a screen is as light as Bob
  CHECK(found.text("/error/worstAttack") == "screen");
  CHECK(found.dump("/warning/bpcerPercent") == "50");
  CHECK(found.dump("/warning/apcerPercent") == "0");
  CHECK(has(finished.out, R"({"file":"print/nobody.jpg","why":"no face was found"})"));
  CHECK(has(finished.out,
            R"({"file":"loose.jpg","why":"a file that is not in an attack's folder"})"));
  std::ifstream file(page);
  const std::string html{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  CHECK(has(html, "APCER of screen"));
  CHECK_FALSE(has(html, "bob"));

  const Finished alone = people.calibrate({measure[0], measure[1]});
  CHECK(alone.status == 2);
  CHECK(has(alone.err, "--attacks"));
  const TempFolder nothing;
  const Finished empty =
      people.calibrate({measure[0], measure[1], measure[2], nothing.path().string()});
  CHECK(empty.status == 1);
  CHECK(has(empty.err, "has no picture in an attack's folder"));
  people.models().write("attacks.onnx", "no model");
  const Finished damaged = people.calibrate(measure);
  CHECK(damaged.status == 2);
  CHECK(has(damaged.err, "attacks.onnx is not an ONNX model, or is damaged"));
}

TEST_CASE("people with one usable picture each have no level, and it is said why") {
  const People people;
  people.add("ada/1.jpg", picture_of({kAda}));
  people.add("bob/1.jpg", picture_of({kBob}));
  const Finished finished = people.calibrate({"--json"});
  CHECK(finished.status == 1);
  CHECK(has(Json(finished.out).text("/why"), "no person has two pictures with one face each"));
}

}  // namespace countersign::tests::faces_test
