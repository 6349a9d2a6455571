#include "tools/operator/inspect_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

#include "core/check.h"
#include "core/inspection/confined/confined_engine.h"
#include "core/inspection/decode/inspection_limits.h"
#include "core/inspection/thresholds/threshold_text.h"
#include "core/machine/files/held_folder.h"
#include "core/text/json_writer.h"
#include "events/crypto/sha256.h"
#include "tools/machine/export_file.h"
#include "tools/machine/program_beside_us.h"
#include "tools/machine/system_clock.h"
#include "tools/machine/terminal.h"
#include "tools/machine/text_view.h"
#include "tools/report/inspected.h"

namespace countersign {
namespace {

constexpr std::size_t kFileMaxBytes = 64ULL << 20;
constexpr std::chrono::seconds kPatience{60};

int fail(const std::string& why, int status = 1) {
  print_failure("countersign", why);
  return status;
}

Result<Inspected::Picture, std::string> read_picture(const std::string& path) {
  auto bytes = read_named_file(path, kFileMaxBytes);
  if (!bytes) return bytes.error().why;
  return Inspected::Picture{path, *std::move(bytes), std::nullopt};
}

std::string why(InspectionFailure failure) {
  switch (failure) {
    case InspectionFailure::ImageNotLoaded:
      return "a picture could not be handed over";
    case InspectionFailure::OutOfMemory:
      return "there is not enough memory for a picture";
    case InspectionFailure::Busy:
      return "the machine was too busy to look at a picture in time";
    case InspectionFailure::NoInspector:
    case InspectionFailure::Stopping:  // occurs in a server only
      break;
  }
  return "the inspector has ended";
}

class Inspection {
 public:
  Inspection(const InspectWish& wish, const Engine& engine) : wish_(wish), engine_(engine) {
    const auto unfit = change(set_, wish.thresholds);
    check(!unfit, "the thresholds that were parsed are valid for a threshold set");
  }

  // Returns why the inspection could not be completed, or nullopt.
  std::optional<std::string> run(std::vector<Inspected::Picture> pictures) {
    if (!wish_.actions.empty()) return look_at_frames(std::move(pictures));
    for (Inspected::Picture& picture : pictures) {
      if (auto failed = look_at_document(std::move(picture))) return failed;
    }
    return std::nullopt;
  }

  bool all_accepted() const {
    return std::ranges::all_of(all_, [](const Inspected& each) { return each.found.accepted(); });
  }
  std::string json() const {
    JsonWriter json;
    json.begin_object()
        .key("thresholds")
        .begin_object()
        .member("version", kThresholdsVersion)
        .member("sha256", to_hex(sha256(canonical_text(set_))))
        .end_object()
        .key("inspected")
        .begin_array();
    for (const Inspected& each : all_) json.raw(inspected_json(each, set_));
    return json.end_array().end_object().take() + "\n";
  }
  std::string text() const {
    std::string text;
    for (const Inspected& each : all_) {
      if (!text.empty()) text += "\n";
      text += text_view(inspected_json(each, set_));
    }
    return text;
  }
  std::string page() const { return inspected_page(all_, set_); }

 private:
  std::optional<std::string> look_at_document(Inspected::Picture picture) {
    auto found = engine_.evaluate_document({.image = picture.bytes,
                                            .side = wish_.side,
                                            .type = wish_.type,
                                            .now = SystemClock().now(),
                                            .thresholds = set_,
                                            .trace = true});
    if (!found) return why(found.error());
    picture.facts = found->image;
    Inspected inspected;
    inspected.pictures.push_back(std::move(picture));
    inspected.found = std::move(*found);
    all_.push_back(std::move(inspected));
    return std::nullopt;
  }

  std::optional<std::string> look_at_frames(std::vector<Inspected::Picture> pictures) {
    const auto load = [&](std::size_t index) -> std::optional<std::string> {
      return pictures[index].bytes;
    };
    auto found = engine_.evaluate_liveness({.frame_count = pictures.size(),
                                            .load = load,
                                            .actions = wish_.actions,
                                            .thresholds = set_,
                                            .trace = true});
    if (!found) return why(found.error());
    for (std::size_t i = 0; i < pictures.size(); ++i) pictures[i].facts = found->frames[i];
    Inspected inspected{std::move(pictures), std::move(*found)};
    all_.push_back(std::move(inspected));
    return std::nullopt;
  }

  const InspectWish& wish_;
  const Engine& engine_;
  Thresholds set_;
  std::vector<Inspected> all_;
};

}  // namespace

int run_inspect(const InspectWish& wish, bool json) {
  std::error_code ignored;
  for (const std::string& file : wish.files) {
    if (wish.html.empty() || !std::filesystem::equivalent(file, wish.html, ignored)) continue;
    return fail(fmt::format("--html would overwrite {}, which is to be looked at", file));
  }
  std::vector<Inspected::Picture> pictures;
  confined::InspectorSettings settings;
  settings.inspector = program_beside_us("countersign-inspector");
  if (!wish.inspector.empty()) settings.inspector = wish.inspector;
  settings.max_pixels = InspectionLimits{}.max_pixels;
  settings.image_max_bytes = 1;
  settings.timeout = kPatience;
  for (const std::string& file : wish.files) {
    auto picture = read_picture(file);
    if (!picture) return fail(picture.error());
    settings.image_max_bytes =
        std::max<std::uint64_t>(settings.image_max_bytes, picture->bytes.size());
    pictures.push_back(std::move(*picture));
  }
  const auto engine = confined::ConfinedEngine::start(
      settings, [](const confined::InspectorNotice& notice) { (void)fail(notice.why); });
  if (!engine) return fail(engine.error().why);
  for (const Action action : wish.actions) {
    const std::vector<Action> judged = (*engine)->capabilities().actions;
    if (std::ranges::count(judged, action) != 0) continue;
    return fail(fmt::format("--liveness: the engine cannot judge {}", name_of(action)), 2);
  }
  Inspection inspection(wish, **engine);
  if (const auto failed = inspection.run(std::move(pictures))) return fail(*failed);
  if (json) {
    print_json(inspection.json());
  } else {
    print_out(inspection.text());
  }
  if (!wish.html.empty()) {
    ExportFile page(wish.html);
    page.write(inspection.page());
    if (const auto failed = page.finish()) return fail(*failed);
  }
  return inspection.all_accepted() ? 0 : 1;
}

}  // namespace countersign
