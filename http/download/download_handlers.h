#pragma once
#include "http/call/endpoint.h"

// The handlers of stored files, by the file that defines them.
namespace countersign::http {

// backend_bundle.cc
void download_bundle(DownloadService& service, const CallPtr& call, const OwnedSession& owned);
// backend_file.cc
void download_file(DownloadService& service, const CallPtr& call, const OwnedSession& owned);

}  // namespace countersign::http
