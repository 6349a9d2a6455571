#include "tools/command/judging/calibrate_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/inspection/decode/inspection_limits.h"
#include "tools/command/judging/picture_files.h"
#include "tools/machine/export_file.h"
#include "tools/machine/program_beside_us.h"
#include "tools/machine/terminal.h"

namespace countersign {

std::uint64_t largest_of(const HeldFolder& folder,
                         const PeopleFolder& pictures,
                         std::uint64_t least) {
  std::uint64_t largest = least;
  for (const PeopleFolder::Picture& picture : pictures.pictures) {
    largest = std::max<std::uint64_t>(largest, folder.size_of(picture.file).value_or(0));
  }
  return std::min<std::uint64_t>(largest, kPictureFileMaxBytes);
}

Result<std::unique_ptr<confined::ConfinedMatcher>, OperatorFault> start_matcher_of(
    const CalibrateOptions& options, std::uint64_t largest_picture) {
  confined::InspectorSettings settings;
  settings.inspector = program_beside_us("countersign-matcher");
  if (!options.matcher.empty()) settings.inspector = options.matcher;
  settings.max_pixels = InspectionLimits{}.max_pixels;
  settings.image_max_bytes = largest_picture;
  settings.timeout = kPicturePatience;
  std::error_code ignored;
  if (!std::filesystem::exists(settings.inspector, ignored)) {
    return OperatorFault{.detail = settings.inspector.string() +
                                   " does not exist: it is built where OpenCV is installed"};
  }
  confined::ModelPaths models{std::filesystem::absolute(options.detector),
                              std::filesystem::absolute(options.recognizer)};
  if (!options.presentation.empty()) {
    models.presentation = std::filesystem::absolute(options.presentation);
  }
  auto matcher = confined::ConfinedMatcher::start(
      settings, models, [](const confined::InspectorNotice& notice) {
        print_failure("countersign", notice.why);
      });
  if (!matcher) {
    return OperatorFault{.detail = matcher.error().why, .is_usage = matcher.error().refused};
  }
  return std::move(*matcher);
}

std::optional<OperatorFault> overwritten_by_page(const CalibrateOptions& options,
                                                 const HeldFolder& folder,
                                                 const PeopleFolder& pictures) {
  std::error_code ignored;
  for (const PeopleFolder::Picture& picture : pictures.pictures) {
    const auto file = folder.path() / picture.file;
    if (options.html.empty() || !std::filesystem::equivalent(file, options.html, ignored)) continue;
    return OperatorFault{
        .detail = fmt::format("--html would overwrite {}, which is a picture", file.string()),
        .is_usage = true};
  }
  return std::nullopt;
}

int write_page(Operator& op, const CalibrateOptions& options, const std::string& page, int status) {
  if (options.html.empty()) return status;
  ExportFile file(options.html);
  file.write(page);
  if (const auto failed = file.finish()) return op.fail({*failed});
  return status;
}

}  // namespace countersign
