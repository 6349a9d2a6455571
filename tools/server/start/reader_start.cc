#include "tools/server/start/reader_start.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

#include "tools/server/notices/program_log.h"

namespace countersign {
namespace {

// Longer than ReaderEngine::kReadingTime, for finding the document in two pictures.
constexpr std::chrono::milliseconds kReaderTimeout{8000};

constexpr ProgramMessages kReaderMessages{
    .gone = "reader: unavailable: documents with a zone or bar code are answered 503",
    .may_retry = "reader: print not compared: the device may send the image again",
    .harmed = "reader: worker failed on a document: its print was not compared"};

}  // namespace

Result<StartedReader, CannotServe> start_reader(confined::InspectorSettings how,
                                                const ReaderSettings& wanted,
                                                OperatorLog& operator_log) {
  if (!wanted.wanted) return StartedReader{.none = {"--reader is none"}};
  how.timeout = std::min(how.timeout, kReaderTimeout);
  std::error_code ignored;
  if (!std::filesystem::exists(how.inspector, ignored)) {
    if (!wanted.named()) return StartedReader{.none = {"countersign-reader is not installed"}};
    return CannotServe{"the reader is the program " + how.inspector.string() +
                           ", which does not exist: it is built where Tesseract is installed",
                       true};
  }
  auto reader = confined::ConfinedReader::start(how,
                                                std::filesystem::absolute(wanted.model_file()),
                                                notice_writer(operator_log, kReaderMessages));
  if (!reader && !wanted.named() && reader.error().refused) {
    return StartedReader{.none = {reader.error().why, true}};
  }
  if (!reader) return CannotServe{reader.error().why, reader.error().refused};
  return StartedReader{.reader = std::move(*reader)};
}

void write_reader_start(const ReaderPtr& reader, const NoReader& none, OperatorLog& operator_log) {
  if (reader) {
    write_models(operator_log,
                 "reader: ready: the print of documents is compared with their data",
                 reader->version());
  } else if (none.is_fault) {
    operator_log.warn("reader: not started: the print of documents is not compared",
                      {{"why", none.why}});
  } else {
    operator_log.info("reader: none: the print of documents is not compared with their data",
                      {{"why", none.why}});
  }
}

}  // namespace countersign
