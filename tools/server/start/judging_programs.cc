#include "tools/server/start/judging_programs.h"

#include <algorithm>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tools/machine/program_beside_us.h"
#include "tools/server/notices/program_log.h"

namespace countersign {
namespace {

// Whether a program of this machine only says what those on other machines have to be like. It then
// has one worker, which waits.
bool only_elsewhere(const ServerSettings& settings, const std::vector<std::string>& hosts) {
  return !hosts.empty() && !settings.remote.fallback_local;
}

confined::InspectorSettings inspector_settings_of(const ServerSettings& settings) {
  confined::InspectorSettings inspector;
  inspector.inspector = settings.inspector.value_or(program_beside_us("countersign-inspector"));
  inspector.max_pixels = settings.service.max_pixels;
  inspector.image_max_bytes =
      std::max(settings.service.max_document_bytes, settings.service.max_frame_bytes);
  inspector.workers = seats_of(inspection_threads_of(settings));
  if (only_elsewhere(settings, settings.remote.inspectors)) inspector.workers = 1;
  inspector.shared = FairPermits::Shared::HalfForOthers;
  inspector.timeout = settings.inspection_timeout;
  return inspector;
}

confined::InspectorSettings matcher_settings_of(const ServerSettings& settings) {
  confined::InspectorSettings matcher = inspector_settings_of(settings);
  matcher.inspector = settings.matcher.value_or(program_beside_us("countersign-matcher"));
  matcher.workers =
      only_elsewhere(settings, settings.remote.matchers) ? 1 : comparing_workers_of(settings);
  return matcher;
}

confined::InspectorSettings reader_settings_of(const ServerSettings& settings) {
  confined::InspectorSettings reader = inspector_settings_of(settings);
  reader.inspector = settings.reader.program.value_or(program_beside_us("countersign-reader"));
  reader.workers =
      only_elsewhere(settings, settings.remote.readers) ? 1 : comparing_workers_of(settings);
  return reader;
}

constexpr ProgramMessages kInspectorMessages{
    .gone = "inspector: unavailable: uploads are answered 503",
    .may_retry = "inspector: image not inspected: the device may send it again",
    .harmed = "inspector: worker failed on an image: the submission was not judged"};

}  // namespace

std::size_t inspection_threads_of(const ServerSettings& settings) {
  if (settings.inspection_threads > 0) return settings.inspection_threads;
  return std::max(1u, std::thread::hardware_concurrency());
}

std::size_t comparing_workers_of(const ServerSettings& settings) {
  return seats_of((inspection_threads_of(settings) + 1) / 2);
}

Result<JudgingPrograms, CannotServe> start_judging_programs(const ServerSettings& settings,
                                                            OperatorLog& operator_log) {
  auto inspector = confined::ConfinedEngine::start(inspector_settings_of(settings),
                                                   notice_writer(operator_log, kInspectorMessages));
  if (!inspector) return CannotServe{inspector.error().why};
  auto matcher = start_matcher(matcher_settings_of(settings), settings, operator_log);
  if (!matcher) return matcher.error();
  auto reader = start_reader(reader_settings_of(settings), settings.reader, operator_log);
  if (!reader) return reader.error();
  return JudgingPrograms{std::move(*inspector),
                         std::move(*matcher),
                         std::move(reader->reader),
                         std::move(reader->none)};
}

}  // namespace countersign
