// Writes what the matcher of an installed package compares in a test.
//   write_faces models FOLDER     a detector and a recognizer, finder.onnx and teller.onnx
//   write_faces passport FILE     a photograph of a passport with a face that these see
//   write_faces add FRAME FILE    the frame with the same face, or with another one:
//   write_faces other FRAME FILE
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <span>
#include <string>

#include "core/inspection/decode/decode.h"
#include "tests/core/inspection/matcher/face_pictures.h"
#include "tests/core/inspection/matcher/small_models.h"

namespace {

namespace fs = std::filesystem;
using namespace countersign;

bool write(const fs::path& path, const std::string& bytes) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) std::fprintf(stderr, "write_faces: cannot write %s\n", path.c_str());
  return static_cast<bool>(out);
}

bool write_models(const fs::path& folder) {
  return write(folder / "finder.onnx", matcher::small_detector_of_2023()) &&
         write(folder / "teller.onnx", matcher::small_recognizer());
}

// Another document each time: the server refuses one that it has seen.
bool write_passport(const fs::path& path) {
  const std::uint64_t seed = std::random_device()();
  const RgbImage picture =
      matcher::document_photograph(matcher::kAda, {.type = DocumentType::Passport, .seed = seed});
  return write(path, matcher::as_file(picture));
}

bool write_frame(const fs::path& from, const fs::path& path, matcher::Fields fields) {
  std::ifstream in(from, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  auto frame = decode_image(bytes, {});
  if (!frame) {
    std::fprintf(stderr, "write_faces: %s is no picture\n", from.c_str());
    return false;
  }
  matcher::put_face(frame->pixels, fields);
  return write(path, matcher::as_file(frame->pixels));
}

int run(std::span<char*> arguments) {
  const std::string what = arguments.empty() ? "" : arguments[0];
  if (what == "models" && arguments.size() == 2) return write_models(arguments[1]) ? 0 : 1;
  if (what == "passport" && arguments.size() == 2) return write_passport(arguments[1]) ? 0 : 1;
  if ((what == "add" || what == "other") && arguments.size() == 3) {
    const matcher::Fields fields = what == "add" ? matcher::kAda : matcher::kBob;
    return write_frame(arguments[1], arguments[2], fields) ? 0 : 1;
  }
  std::fputs("write_faces models FOLDER | passport FILE | add FRAME FILE | other FRAME FILE\n",
             stderr);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(std::span(argv, static_cast<std::size_t>(argc)).subspan(1));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "write_faces: %s\n", error.what());
    return 1;
  }
}
