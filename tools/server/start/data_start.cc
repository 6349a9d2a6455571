#include "tools/server/start/data_start.h"

#include <string>
#include <string_view>
#include <utility>

#include "core/version.h"
#include "tools/keys/master_key_file.h"
#include "tools/keys/signing_key_file.h"
#include "tools/store/file_store_start.h"

namespace countersign {
namespace {

Result<MasterKey, CannotServe> master_key_of(const ServerSettings& settings,
                                             RandomSource& random,
                                             OperatorLog& operator_log) {
  auto opened = open_master_key(settings.data, settings.master_key, random);
  if (!opened) return CannotServe{opened.error()};
  if (opened->made) {
    operator_log.warn(
        "keys: made a master key, for development only: without it the files are lost",
        {{"path", opened->path.string()}});
  }
  return std::move(opened->key);
}

Result<tlog::SignerKey, CannotServe> signing_key_of(const ServerSettings& settings,
                                                    RandomSource& random,
                                                    OperatorLog& operator_log) {
  auto opened =
      open_signing_key(settings.data, settings.signing_key_file, settings.log_origin, random);
  if (!opened) return CannotServe{opened.error()};
  if (opened->made) {
    operator_log.info("keys: made the key that signs the log's checkpoints",
                      {{"path", opened->path.string()}, {"key", opened->key.verifier().to_text()}});
  }
  return std::move(opened->key);
}

}  // namespace

Result<std::unique_ptr<DataFolder>, CannotServe> open_data(
    const ServerSettings& settings,
    Sources& sources,
    OperatorLog& operator_log,
    std::function<void(StoreError)> on_failure) {
  auto master_key = master_key_of(settings, sources.random, operator_log);
  if (!master_key) return master_key.error();
  auto signing_key = signing_key_of(settings, sources.random, operator_log);
  if (!signing_key) return signing_key.error();
  DataFolderOptions options{settings.data, std::move(master_key).value(), settings.reserve_bytes};
  options.begun_by = kVersion;
  options.signing_key = std::move(signing_key).value();
  options.progress = [&operator_log](std::string_view what) { operator_log.info(what); };
  options.warn = [&operator_log](std::string_view what) { operator_log.warn(what); };
  if (const auto other = other_store_than_before(settings.data, settings.file_store)) {
    operator_log.info(*other);
  }
  auto open_store =
      open_store_of({settings.file_store, options.warn, options.progress}, sources.random);
  if (!open_store) return CannotServe{open_store.error()};
  options.file_store = *std::move(open_store);
  auto folder =
      DataFolder::open(std::move(options), sources.clock, sources.random, std::move(on_failure));
  if (!folder) return CannotServe{folder.error()};
  if (auto why = keep_file_store(settings.data, settings.file_store)) {
    return CannotServe{*std::move(why)};
  }
  return std::move(folder).value();
}

}  // namespace countersign
