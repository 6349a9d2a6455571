#include "tools/command/judging/own_engines.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "core/inspection/decode/inspection_limits.h"
#include "tools/command/judging/picture_files.h"
#include "tools/machine/program_beside_us.h"
#include "tools/machine/terminal.h"

namespace countersign {
namespace {

void print_notice(const confined::InspectorNotice& notice) {
  print_failure("countersign", notice.why);
}

void print_no_reader(const std::string& why) {
  print_failure("countersign", "the print of documents is not compared: " + why);
}

// Starts the reader that was named, or the one beside this program if there is one that can read.
Result<std::unique_ptr<confined::ConfinedReader>, std::string> start_reader(
    const ReaderSettings& wanted, confined::InspectorSettings settings) {
  using ReaderPtr = std::unique_ptr<confined::ConfinedReader>;
  settings.inspector = wanted.program.value_or(program_beside_us("countersign-reader"));
  std::error_code ignored;
  if (!wanted.wanted) return ReaderPtr();
  if (!wanted.named() && !std::filesystem::exists(settings.inspector, ignored)) {
    print_no_reader("countersign-reader is not installed");
    return ReaderPtr();
  }
  auto reader = confined::ConfinedReader::start(settings, wanted.model_file(), print_notice);
  if (reader) return std::move(*reader);
  if (wanted.named()) return reader.error().why;
  print_no_reader(reader.error().why);
  return ReaderPtr();
}

}  // namespace

Result<Engines, std::string> start_engines(const std::string& inspector_path,
                                           const ReaderSettings& wanted_reader,
                                           std::uint64_t image_max_bytes) {
  if (auto why = wrong_with_machine()) return *std::move(why);
  confined::InspectorSettings settings;
  settings.inspector = program_beside_us("countersign-inspector");
  if (!inspector_path.empty()) settings.inspector = inspector_path;
  settings.max_pixels = InspectionLimits{}.max_pixels;
  settings.image_max_bytes = image_max_bytes;
  settings.timeout = kPicturePatience;
  auto inspector = confined::ConfinedEngine::start(settings, print_notice);
  if (!inspector) return inspector.error().why;
  Engines engines{std::move(*inspector), nullptr};
  auto reader = start_reader(wanted_reader, settings);
  if (!reader) return reader.error();
  engines.reader = std::move(*reader);
  return engines;
}

}  // namespace countersign
