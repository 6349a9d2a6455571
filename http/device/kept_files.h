#pragma once
#include <memory>
#include <vector>

#include "core/ids.h"
#include "core/result.h"
#include "http/call/problem.h"
#include "http/device/device_service.h"
#include "http/device/upload.h"

namespace countersign::http {

// The files of an accepted submission, durable in the vault. Files that no event names in the end
// are removed, on the transfers pool, when this object is destroyed. If that pool is full or there
// is no memory, the next start removes them. Movable.
//
// Threading: one thread at a time. `service` must outlive this object and the pool's jobs.
class KeptFiles {
 public:
  // No files.
  KeptFiles() = default;
  // Makes the files durable. Blocks.
  static Result<KeptFiles, Problem> commit(DeviceService& service,
                                           const ClientKey& client,
                                           std::vector<UploadedFile> files);
  KeptFiles(KeptFiles&& from) noexcept = default;
  KeptFiles& operator=(KeptFiles&&) = delete;
  ~KeptFiles();

  // A durable event names the files: removes their marks of new files, on the transfers pool.
  void named();
  // Nobody knows whether an event names the files: they stay, and the next start finds out.
  void leave() { files_.reset(); }

 private:
  struct Files {
    DeviceService& service;
    ClientKey client;
    std::vector<UploadedFile> files;
  };
  static void visit_later(std::shared_ptr<Files> files, void (*visit)(Vault&, UploadedFile&));

  std::shared_ptr<Files> files_;  // null: nothing to remove
};

}  // namespace countersign::http
