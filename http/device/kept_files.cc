#include "http/device/kept_files.h"

#include <new>
#include <utility>

#include "http/call/machine_problem.h"

namespace countersign::http {

Result<KeptFiles, Problem> KeptFiles::commit(DeviceService& service,
                                             const ClientKey& client,
                                             UploadedBytes bytes) {
  check(bytes.writer != nullptr, "files that are kept were stored");
  KeptFiles kept;
  kept.files_ = std::make_shared<Files>(Files{service, client, std::move(bytes)});
  const auto durable = kept.files_->bytes.writer->commit();
  if (!durable) return problem_of(durable.error());
  return kept;
}

// A FileWriter deletes its own file if it was not committed.
KeptFiles::~KeptFiles() {
  if (!files_ || may_be_named_) return;
  try {
    visit_later(std::move(files_), [](Vault& vault, FileWriter& writer) {
      (void)vault.remove_unnamed(writer.file(), writer.day());
    });
  } catch (const std::bad_alloc&) {
    return;  // the next start removes the file
  }
}

// If the pool is full, the file stays among the new ones until the next start.
void KeptFiles::named() {
  if (!files_) return;
  visit_later(std::move(files_), [](Vault& vault, FileWriter& writer) {
    (void)vault.mark_named(writer.file(), writer.day());
  });
}

void KeptFiles::visit_later(std::shared_ptr<Files> files, void (*visit)(Vault&, FileWriter&)) {
  FairPool& transfers = files->service.transfers;
  const ClientKey client = files->client;
  (void)transfers.submit(client, [files = std::move(files), visit] {
    visit(files->service.data.vault(), *files->bytes.writer);
  });
}

}  // namespace countersign::http
