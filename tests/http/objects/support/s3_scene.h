#pragma once
#include <doctest/doctest.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/machine/threads/mutex.h"
#include "http/objects/s3_client.h"
#include "http/objects/s3_store.h"
#include "tests/events/support/temp_folder.h"
#include "tests/http/objects/support/s3_server.h"

namespace countersign::http {

// A server of S3, and what uses it.
struct S3Scene {
  S3Server server;
  TempFolder staging;
  mutable Mutex mutex;
  std::vector<std::string> warned GUARDED_BY(mutex);
  std::vector<std::string> told GUARDED_BY(mutex);

  std::vector<std::string> warnings() const {
    const MutexLock lock(mutex);
    return warned;
  }
  S3Settings settings(bool path_style = true) {
    return {.address = {.endpoint = server.endpoint(),
                        .region = S3Server::kCredentials.region,
                        .bucket = S3Server::kBucket,
                        .prefix = "some/where/",
                        .path_style = path_style},
            .key_id = S3Server::kCredentials.key_id,
            .secret = Secret(S3Server::kCredentials.secret),
            .patience = std::chrono::seconds(5),
            .impatience = std::chrono::seconds(2),
            .warn =
                [this](std::string_view what) {
                  const MutexLock lock(mutex);
                  warned.emplace_back(what);
                },
            .tell =
                [this](std::string_view what) {
                  const MutexLock lock(mutex);
                  told.emplace_back(what);
                }};
  }
  // Returns why there is no store; "" and the store otherwise.
  std::pair<std::unique_ptr<FileStore>, std::string> open(S3Settings of,
                                                          const std::string& node = "a1") {
    auto opened = S3Store::open(std::move(of), staging.path(), node, false);
    if (!opened) return {nullptr, opened.error()};
    return {*std::move(opened), ""};
  }
  std::unique_ptr<FileStore> open(const std::string& node = "a1") {
    auto [store, why] = open(settings(), node);
    REQUIRE_MESSAGE(store, why);
    return std::move(store);
  }
};

// An answer to all requests of a method, or to all if it is empty.
inline S3Server::Fault always(S3Server::Answer answer, std::string method = {}) {
  return [=](const S3Request& request) -> std::optional<S3Server::Answer> {
    if (method.empty() || request.method == method) return answer;
    return std::nullopt;
  };
}

}  // namespace countersign::http
