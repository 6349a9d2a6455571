#include "tools/server/notices/program_log.h"

namespace countersign {

std::function<void(const confined::InspectorNotice&)> notice_writer(
    OperatorLog& operator_log, const ProgramMessages& messages) {
  return [&operator_log, messages](const confined::InspectorNotice& notice) {
    if (notice.kind == confined::InspectorNotice::Kind::Gone) {
      operator_log.error(messages.gone, {{"why", notice.why}});
      return;
    }
    operator_log.warn(notice.may_come_again() ? messages.may_retry : messages.harmed,
                      {{"why", notice.why}});
  };
}

void write_models(OperatorLog& operator_log,
                  std::string_view message,
                  const EngineVersion& version) {
  for (const ModelFile& model : version.models) {
    operator_log.info(message,
                      {{"engine", version.name + " " + version.version},
                       {"model", model.name},
                       {"sha256", to_hex(model.sha256.value())}});
  }
}

}  // namespace countersign
