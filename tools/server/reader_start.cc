#include "tools/server/reader_start.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace countersign {
namespace {

// Longer than ReaderEngine::kReadingTime, for finding the document in two pictures.
constexpr std::chrono::milliseconds kReaderTimeout{8000};

void write_reader_notice(OperatorLog& operator_log, const confined::InspectorNotice& notice) {
  if (notice.kind == confined::InspectorNotice::Kind::Gone) {
    operator_log.error("reader: unavailable: documents with a zone or bar code are answered 503",
                       {{"why", notice.why}});
    return;
  }
  if (notice.may_come_again()) {
    operator_log.warn("reader: print not compared: the device may send the image again",
                      {{"why", notice.why}});
    return;
  }
  operator_log.warn("reader: worker failed on a document: its print was not compared",
                    {{"why", notice.why}});
}

bool is_there(const std::filesystem::path& program) {
  std::error_code ignored;
  return std::filesystem::exists(program, ignored);
}

void write_models(OperatorLog& operator_log, const EngineVersion& version) {
  for (const ModelFile& model : version.models) {
    operator_log.info("reader: ready: the print of documents is compared with their data",
                      {{"engine", version.name + " " + version.version},
                       {"model", model.name},
                       {"sha256", to_hex(model.sha256.value())}});
  }
}

}  // namespace

Result<ReaderPtr, CannotServe> start_reader(confined::InspectorSettings how,
                                            const ReaderSettings& wanted,
                                            OperatorLog& operator_log) {
  if (!wanted.wanted) return ReaderPtr();
  how.timeout = std::min(how.timeout, kReaderTimeout);
  if (!is_there(how.inspector)) {
    if (!wanted.program) return ReaderPtr();
    return CannotServe{"--reader names the program " + how.inspector.string() +
                           ", which does not exist: it is built where Tesseract is installed",
                       true};
  }
  auto reader =
      confined::ConfinedReader::start(how,
                                      std::filesystem::absolute(wanted.model),
                                      [&operator_log](const confined::InspectorNotice& notice) {
                                        write_reader_notice(operator_log, notice);
                                      });
  if (!reader && !wanted.program && reader.error().refused) {
    operator_log.warn("reader: not started: the print of documents is not compared",
                      {{"why", reader.error().why}});
    return ReaderPtr();
  }
  if (!reader) return CannotServe{reader.error().why, reader.error().refused};
  return std::move(*reader);
}

void write_reader_start(const confined::ConfinedReader* reader,
                        const std::filesystem::path& program,
                        const ReaderSettings& wanted,
                        OperatorLog& operator_log) {
  if (reader != nullptr) {
    write_models(operator_log, reader->version());
    return;
  }
  if (wanted.wanted && is_there(program)) return;  // start_reader() has said why not
  operator_log.info(
      "reader: none: the print of documents is not compared with their data",
      {{"why", wanted.wanted ? "countersign-reader is not installed" : "--reader is none"}});
}

}  // namespace countersign
