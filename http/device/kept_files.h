#pragma once
#include <memory>

#include "core/ids.h"
#include "core/result.h"
#include "http/call/problem.h"
#include "http/device/device_service.h"
#include "http/device/upload.h"

namespace countersign::http {

// The images of an accepted submission, durable in one file of the vault. Until an event may name
// them, the file is removed, on the transfers pool, when this object is destroyed. If that pool is
// full or there is no memory, the next start removes the file. Movable.
//
// Threading: one thread at a time. `service` must outlive this object and the pool's jobs.
class KeptFiles {
 public:
  // No files.
  KeptFiles() = default;
  // Makes the file durable. Blocks. REQUIRES: `bytes` has a writer.
  static Result<KeptFiles, Problem> commit(DeviceService& service,
                                           const ClientKey& client,
                                           UploadedBytes bytes);
  KeptFiles(KeptFiles&& from) noexcept = default;
  KeptFiles& operator=(KeptFiles&&) = delete;
  ~KeptFiles();

  // A durable event names the files: takes them out of the new files, on the transfers pool.
  void named();
  // From now on an event may name the files, so they stay when this object is destroyed. The next
  // start removes them if no event names them.
  void leave() { may_be_named_ = true; }
  // No event names the files: they are removed after all.
  void unnamed() { may_be_named_ = false; }

 private:
  struct Files {
    DeviceService& service;
    ClientKey client;
    UploadedBytes bytes;
  };
  static void visit_later(std::shared_ptr<Files> files, void (*visit)(Vault&, FileWriter&));

  std::shared_ptr<Files> files_;  // null: nothing to remove
  bool may_be_named_ = false;
};

}  // namespace countersign::http
