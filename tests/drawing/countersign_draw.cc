#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <optional>
#include <random>
#include <string>

#include "core/terms.h"
#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/camera/encode.h"
#include "tests/drawing/document.h"
#include "tests/drawing/person/face.h"

// countersign-draw: draws the pictures that demonstrations and tests send.

namespace {

namespace drawing = countersign::drawing;

constexpr std::uint32_t kMinSide = 16;
constexpr std::uint32_t kMaxSide = 16'383;  // the limit of WebP

struct Settings {
  std::optional<std::uint64_t> seed;
  std::optional<std::uint32_t> width;
  std::optional<std::uint32_t> height;
  std::string format = "jpeg";
  std::string out;
  int quality = 90;
  int orientation = 0;
  std::string side = "FRONT";
  std::string type = "ID_CARD";
  std::uint32_t index = 0;
  bool expired = false;
  bool wrong_check_digit = false;
  bool barcode = false;
  std::string birth;
  std::string expiry;
  std::string action = "LOOK_STRAIGHT";
  double turn = 0;
  double tilt = 0;
  double nearness = 1;
  double blur = 0;
  double darken = 1;
  double brighten = 0;
  double glare = 0;
  double noise = 0;
  double truncate = 1;
};

void add_common(CLI::App& command, Settings& settings) {
  command.add_option("--seed", settings.seed, "What is drawn; a random one if absent");
  command.add_option("--width", settings.width, "Pixels")->check(CLI::Range(kMinSide, kMaxSide));
  command.add_option("--height", settings.height, "Pixels")->check(CLI::Range(kMinSide, kMaxSide));
  command.add_option("--format", settings.format, "Of the file")
      ->check(CLI::IsMember({"jpeg", "png", "webp"}));
  command.add_option("--quality", settings.quality, "1 to 100")->check(CLI::Range(1, 100));
  command.add_option("--orientation", settings.orientation, "Exif tag, 1 to 8; 0 for none")
      ->check(CLI::Range(0, 8));
  command.add_option("--out", settings.out, "The file to write")->required();
  command.add_option("--blur", settings.blur, "Sigma in pixels")->check(CLI::Range(0.0, 100.0));
  command.add_option("--darken", settings.darken, "Factor")->check(CLI::Range(0.0, 1.0));
  command.add_option("--brighten", settings.brighten, "0 to 1")->check(CLI::Range(0.0, 1.0));
  command.add_option("--glare", settings.glare, "Share of the picture")
      ->check(CLI::Range(0.0, 1.0));
  command.add_option("--noise", settings.noise, "Sigma of 255")->check(CLI::Range(0.0, 255.0));
  command.add_option("--truncate", settings.truncate, "Share of the file that is kept")
      ->check(CLI::Range(0.0, 1.0));
}

std::uint64_t random_seed() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

countersign::ImageFormat format_of(const std::string& name) {
  return countersign::parse_name<countersign::ImageFormat>("image/" + name)
      .value_or(countersign::ImageFormat::Jpeg);
}

countersign::RgbImage draw(const Settings& settings, bool document, std::uint64_t seed) {
  if (document) {
    drawing::DocumentPlan plan;
    plan.seed = seed;
    plan.side =
        countersign::parse_name_ignoring_case<countersign::Side>(settings.side).value_or(plan.side);
    plan.type = countersign::parse_name_ignoring_case<countersign::DocumentType>(settings.type)
                    .value_or(plan.type);
    plan.width = settings.width.value_or(plan.width);
    plan.height = settings.height.value_or(plan.height);
    plan.expired = settings.expired;
    plan.wrong_check_digit = settings.wrong_check_digit;
    plan.barcode = settings.barcode;
    plan.birth = settings.birth;
    plan.expiry = settings.expiry;
    return drawing::draw_document(plan);
  }
  drawing::FacePlan plan;
  plan.seed = seed;
  plan.index = settings.index;
  plan.angles.turn = settings.turn;
  plan.angles.tilt = settings.tilt;
  plan.nearness = settings.nearness;
  plan.width = settings.width.value_or(plan.width);
  plan.height = settings.height.value_or(plan.height);
  const auto action = countersign::parse_name_ignoring_case<countersign::Action>(settings.action);
  return drawing::draw_face_frame(
      drawing::performing(plan, action.value_or(countersign::Action::LookStraight)));
}

countersign::RgbImage degrade(countersign::RgbImage image,
                              const Settings& settings,
                              std::uint64_t seed) {
  if (settings.glare > 0) image = drawing::with_glare(image, {settings.glare, 0.5, 0.5});
  if (settings.blur > 0) image = drawing::blurred(image, settings.blur);
  if (settings.brighten > 0) image = drawing::washed_out(image, settings.brighten);
  if (settings.darken < 1) image = drawing::darkened(image, settings.darken);
  if (settings.noise > 0) image = drawing::noisy(image, settings.noise, seed);
  return image;
}

int run(const Settings& settings, bool document) {
  const std::uint64_t seed = settings.seed.value_or(random_seed());
  const countersign::RgbImage image = degrade(draw(settings, document, seed), settings, seed);
  drawing::Encoding encoding;
  encoding.format = format_of(settings.format);
  encoding.quality = settings.quality;
  encoding.orientation = settings.orientation;
  const std::string file = drawing::truncated(drawing::encode(image, encoding), settings.truncate);
  std::ofstream out(settings.out, std::ios::binary | std::ios::trunc);
  out.write(file.data(), static_cast<std::streamsize>(file.size()));
  out.close();
  if (!out) {
    std::fprintf(stderr, "countersign-draw: cannot write %s\n", settings.out.c_str());
    return 1;
  }
  return 0;
}

int parse_and_run(int argc, char** argv) {
  Settings settings;
  CLI::App app("Draws invented documents and faces for demonstrations and tests",
               "countersign-draw");
  app.require_subcommand(1);
  CLI::App& document = *app.add_subcommand("document", "A photograph of a document on a table");
  add_common(document, settings);
  document.add_option("--side", settings.side, "FRONT or BACK")
      ->check(CLI::IsMember({"FRONT", "BACK"}, CLI::ignore_case));
  document.add_option("--type", settings.type, "PASSPORT, ID_CARD, ...")
      ->check(CLI::IsMember({"PASSPORT", "ID_CARD", "DRIVING_LICENSE", "RESIDENCE_PERMIT", "OTHER"},
                            CLI::ignore_case));
  document.add_flag("--expired", settings.expired, "Its last day was in the 2000s");
  document.add_flag(
      "--wrong-check-digit", settings.wrong_check_digit, "Of its machine-readable zone, the last");
  document.add_flag(
      "--barcode", settings.barcode, "The back of a card has a PDF417 instead of its zone");
  const auto is_date = [](const std::string& text) {
    const bool fits = text.size() == 6 && text.find_first_not_of("0123456789<X") == text.npos;
    return fits ? std::string() : "a date is YYMMDD, with <, X or 0 for what is not known";
  };
  document.add_option("--birth", settings.birth, "YYMMDD, e.g. 5807<<; by default any")
      ->check(is_date);
  document.add_option("--expiry", settings.expiry, "YYMMDD, e.g. 990101; by default in the 2060s")
      ->check(is_date);
  CLI::App& face = *app.add_subcommand("face", "A frame of a face before a camera");
  add_common(face, settings);
  face.add_option("--index", settings.index, "Which frame of the recording");
  face.add_option("--action", settings.action, "What the person does in it")
      ->check(CLI::IsMember(
          {"LOOK_STRAIGHT", "TURN_LEFT", "TURN_RIGHT", "TILT_LEFT", "TILT_RIGHT", "MOVE_CLOSER"},
          CLI::ignore_case));
  face.add_option("--turn", settings.turn, "Of the head, to the person's left, in degrees")
      ->check(CLI::Range(-45.0, 45.0));
  face.add_option("--tilt", settings.tilt, "Of the head, to the person's left, in degrees")
      ->check(CLI::Range(-45.0, 45.0));
  face.add_option("--nearness", settings.nearness, "How much larger the face is than usual")
      ->check(CLI::Range(0.2, 1.8));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return run(settings, document.parsed());
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return parse_and_run(argc, argv);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "countersign-draw: %s\n", failure.what());
    return 1;
  }
}
