#include "core/inspection/confined/confined_reader.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <vector>

#include "tests/core/inspection/confined/child_processes.h"
#include "tests/core/inspection/confined/hostile_image.h"
#include "tests/core/inspection/confined/notices.h"
#include "tests/core/inspection/reader/drawn_print.h"

// Tests the real program and its confined workers.
namespace countersign::confined::confined_reader_test {

namespace fs = std::filesystem;
using drawing::specimen_of;
using reader::altered;
using reader::file_of;
using reader::printed;
using reader::request_for;
using reader::verdict;

using Started = Result<std::unique_ptr<ConfinedReader>, NotStarted>;

Started start(Notices& notices,
              const fs::path& program = READER_PATH,
              const fs::path& model = kReaderModel) {
  return ConfinedReader::start({.inspector = program,
                                .max_pixels = 40'000'000,
                                .image_max_bytes = 32ull << 20,
                                .workers = 1,
                                .timeout = std::chrono::minutes(2)},
                               model,
                               [&notices](const InspectorNotice& each) { notices.add(each); });
}

TEST_CASE("confined workers compare documents, one after another") {
  Notices notices;
  const Started reader = start(notices);
  if (!reader) FAIL(reader.error().why);
  const std::string good = file_of(printed(DocumentType::Passport));
  drawing::DocumentPlan plan = printed(DocumentType::Passport);
  plan.printed_number = altered(specimen_of(plan).number);
  const std::string other = file_of(plan);
  for (int round = 0; round < 2; ++round) {
    const auto same = (*reader)->compare_data(request_for(good, DocumentType::Passport));
    REQUIRE(verdict(same) == "PASSED");
    CHECK(same->engine == (*reader)->version());
    CHECK(same->checks.front().engine == same->engine.name + " " + same->engine.version);
    CHECK(verdict((*reader)->compare_data(request_for(other, DocumentType::Passport))) ==
          "WARNING");
  }
  CHECK((*reader)->version().name == "countersign-reader");
  CHECK((*reader)->version().models.size() == 1);
  CHECK(notices.take().empty());
  CHECK((*reader)->engine().inspector_restarts() == 0);
}

TEST_CASE("a confined worker is given the front when it asks for it") {
  Notices notices;
  const Started reader = start(notices);
  REQUIRE(reader.has_value());
  const std::string back = file_of(printed(DocumentType::IdCard, Side::Back));
  const std::string front = file_of(printed(DocumentType::IdCard));
  DataRequest request = request_for(back, DocumentType::IdCard, Side::Back);
  int loaded = 0;
  request.load_front = [&] {
    ++loaded;
    return front;
  };
  CHECK(verdict((*reader)->compare_data(request)) == "PASSED");
  CHECK(loaded == 1);
  request.load_front = [] { return std::nullopt; };
  const auto missing = (*reader)->compare_data(request);
  REQUIRE_FALSE(missing.has_value());
  CHECK(missing.error() == InspectionFailure::ImageNotLoaded);
  CHECK(notices.take().empty());
}

// Noise, which Tesseract takes for thousands of letters, and prints remarks on.
TEST_CASE("the largest and noisiest pictures that are allowed end in time and in memory") {
  Notices notices;
  const Started reader = start(notices);
  REQUIRE(reader.has_value());
  drawing::DocumentPlan plan = printed(DocumentType::Passport);
  plan.width = 7680;
  plan.height = 5160;
  RgbImage picture = drawing::draw_document(plan);
  CHECK(verdict((*reader)->compare_data(
            request_for(drawing::encode(picture, {}), DocumentType::Passport))) == "PASSED");
  plan.width = 1600;
  plan.height = 1200;
  picture = drawing::draw_document(plan);
  std::uint32_t dice = 1;
  for (std::size_t i = 0; i < picture.bytes.size() / 2; ++i) {
    dice = dice * 1664525 + 1013904223;
    if (dice >> 30 != 0) picture.bytes[i] = static_cast<std::uint8_t>(dice >> 22);
  }
  CHECK(verdict((*reader)->compare_data(
            request_for(drawing::encode(picture, {}), DocumentType::Passport))) == "nothing");
  CHECK(notices.take().empty());
}

TEST_CASE("a reader and its workers have one thread, and no descriptor of a model") {
  Notices notices;
  const Started reader = start(notices);
  REQUIRE(reader.has_value());
  const auto processes = inspectors_of(::getpid());
  REQUIRE(processes.size() == 2);
  for (const ::pid_t process : processes) {
#if !defined(__SANITIZE_THREAD__)  // ThreadSanitizer adds a thread to every program
    CHECK(process_text(process, "status").find("Threads:\t1\n") != std::string::npos);
#endif
    if (::geteuid() != 0) continue;  // only root sees the descriptors
    for (const auto& entry : fs::directory_iterator("/proc/" + std::to_string(process) + "/fd")) {
      CHECK(fs::read_symlink(entry.path()).extension() != ".traineddata");
    }
  }
}

TEST_CASE("a comparison that is lost with its worker finds nothing, and is counted") {
  Notices notices;
  const Started reader = start(notices, HOSTILE_INSPECTOR_PATH);
  REQUIRE(reader.has_value());
  const auto compared = [&](const std::string& action) {
    return (*reader)->compare_data(request_for(hostile_image(action), DocumentType::Passport));
  };
  const auto crashed = compared("crash");
  REQUIRE(crashed.has_value());
  CHECK(verdict(crashed) == "nothing");
  CHECK(crashed->accepted());
  CHECK((*reader)->engine().counters().crashes == 1);
  CHECK(notices.take().size() == 1);
  CHECK(verdict(compared("pass")) == "PASSED");
}

TEST_CASE("an answer that claims more than the comparison is not believed") {
  Notices notices;
  const Started reader = start(notices, HOSTILE_INSPECTOR_PATH);
  REQUIRE(reader.has_value());
  std::uint64_t garbled = 0;
  for (const char* lie : {"another check",
                          "two checks",
                          "a hint of its own",
                          "fail and accept",
                          "pass with an issue",
                          "a frame",
                          "an issue alone",
                          "not performed"}) {
    CAPTURE(lie);
    const auto found =
        (*reader)->compare_data(request_for(hostile_image(lie), DocumentType::Passport));
    CHECK(verdict(found) == "nothing");
    CHECK((*reader)->engine().counters().garbled == ++garbled);
  }
}

TEST_CASE("print is told to who asks, and only what print can say is believed") {
  Notices notices;
  const Started reader = start(notices, HOSTILE_INSPECTOR_PATH);
  REQUIRE(reader.has_value());
  const auto told = [&](const std::string& action, bool values) {
    const std::string image = hostile_image(action);
    DataRequest request = request_for(image, DocumentType::Passport);
    request.values = values;
    auto found = (*reader)->compare_data(request);
    REQUIRE(found.has_value());
    return found->printed;
  };
  CHECK(told("print", true) == FieldValues{"L898902C3", "", "", "", ""});
  CHECK_FALSE(told("pass", true).has_value());
  CHECK((*reader)->engine().counters().garbled == 0);
  std::uint64_t garbled = 0;
  for (const char* lie : {"names", "no values"}) {
    CAPTURE(lie);
    CHECK_FALSE(told(lie, true).has_value());
    CHECK((*reader)->engine().counters().garbled == ++garbled);
  }
  CHECK_FALSE(told("print", false).has_value());
  CHECK((*reader)->engine().counters().garbled == ++garbled);
}

TEST_CASE("a reader that was killed is started again") {
  Notices notices;
  const Started reader = start(notices);
  REQUIRE(reader.has_value());
  const auto processes = inspectors_of(::getpid());
  ::kill(processes[0], SIGKILL);
  CHECK(are_gone({processes.begin() + 1, processes.end()}));
  const std::string good = file_of(printed(DocumentType::Passport));
  CHECK(verdict((*reader)->compare_data(request_for(good, DocumentType::Passport))) == "PASSED");
  CHECK((*reader)->engine().inspector_restarts() == 1);
}

TEST_CASE("a program or a model that is none is refused in a sentence, and leaves no process") {
  Notices notices;
  const Started missing = start(notices, READER_PATH, "/nonexistent/eng.traineddata");
  REQUIRE_FALSE(missing.has_value());
  CHECK(missing.error().refused);
  CHECK(missing.error().why.find("/nonexistent/eng.traineddata") != std::string::npos);
  const Started inspector = start(notices, INSPECTOR_PATH);
  REQUIRE_FALSE(inspector.has_value());
  CHECK(inspector.error().why.find("cannot read print") != std::string::npos);
  CHECK(children_of(::getpid()).empty());
}

}  // namespace countersign::confined::confined_reader_test
