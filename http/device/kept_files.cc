#include "http/device/kept_files.h"

#include <new>
#include <utility>

#include "http/call/machine_problem.h"

namespace countersign::http {

Result<KeptFiles, Problem> KeptFiles::commit(DeviceService& service,
                                             const ClientKey& client,
                                             std::vector<UploadedFile> files) {
  KeptFiles kept;
  kept.files_ = std::make_shared<Files>(Files{service, client, std::move(files)});
  for (UploadedFile& file : kept.files_->files) {
    const auto durable = file.writer->commit();
    if (!durable) return problem_of(durable.error());
  }
  return kept;
}

// A FileWriter deletes its own file if it was not committed.
KeptFiles::~KeptFiles() {
  if (!files_ || may_be_named_) return;
  try {
    visit_later(std::move(files_), [](Vault& vault, UploadedFile& file) {
      (void)vault.remove_unnamed(file.stored.file, file.stored.day);
      file.writer.reset();
    });
  } catch (const std::bad_alloc&) {
    return;  // the next start removes the files
  }
}

// If the pool is full, the files stay among the new ones until the next start.
void KeptFiles::named() {
  if (!files_) return;
  visit_later(std::move(files_), [](Vault& vault, UploadedFile& file) {
    (void)vault.mark_named(file.stored.file, file.stored.day);
  });
}

void KeptFiles::visit_later(std::shared_ptr<Files> files, void (*visit)(Vault&, UploadedFile&)) {
  FairPool& transfers = files->service.transfers;
  const ClientKey client = files->client;
  (void)transfers.submit(client, [files = std::move(files), visit] {
    for (UploadedFile& file : files->files) visit(files->service.data.vault(), file);
  });
}

}  // namespace countersign::http
