#include "http/objects/s3_bucket.h"

#include <unistd.h>

#include <array>
#include <cstdint>
#include <utility>

#include "core/ids.h"
#include "core/machine/files/at_offset.h"
#include "core/text/bytes.h"
#include "events/crypto/sha256.h"
#include "http/objects/s3_answers.h"

namespace countersign::http {
namespace {

using Why = std::optional<std::string>;
using Method = SignedRequest::Method;

constexpr std::string_view kTrialBytes = "These bytes are written, read and removed by a trial.";
// `Range: bytes=6-20`, and where the bytes of a range are put.
constexpr std::uint64_t kFirst = 6;
constexpr std::uint64_t kLast = 20;

Why version_reason(S3Versioning versioning) {
  switch (versioning) {
    case S3Versioning::Off:
      return std::nullopt;
    case S3Versioning::Enabled:
      return "its versioning is enabled, so that it keeps each object that is removed";
    case S3Versioning::Suspended:
      return "its versioning is suspended, so that it may keep versions of before; take a bucket "
             "that never had any";
  }
  return std::nullopt;
}

// A configuration that the bucket may have or lack: 404 and 501 say that it has none.
template <class Read>
Result<bool, S3Fault> has_configuration(S3Client& client, const std::string& query, Read read) {
  const auto answer = client.ask({.query = query});
  if (!answer) return answer.error();
  if (answer->status != kOk) return false;
  const std::optional<bool> has = read(answer->body);
  if (!has) return S3Fault{"its answer to GET ?" + query + " is not understood"};
  return *has;
}

std::string trial_object(std::string_view node) { return "new/" + std::string(node) + "/trial"; }

bool is_gone(const SignedAnswer& answer) { return answer.status == kNotFound; }

// A body that is signed for other bytes.
Result<Why, S3Fault> try_wrong_hash(S3Client& client, S3Call put, const S3Call& get) {
  put.payload_sha256 = to_hex(sha256(std::string_view("other bytes")));
  put.may_be_refused = true;
  const auto answer = client.ask(put);
  if (!answer) return answer.error();
  if (answer->status < 400)
    return Why("it takes a body whose SHA-256 is not the one that is signed");
  const auto left = client.ask(get);
  if (!left) return left.error();
  if (!is_gone(*left)) return Why("it keeps a body that it refused");
  return Why();
}

}  // namespace

Result<std::optional<std::string>, S3Fault> why_bucket_keeps(S3Client& client) {
  const auto answer = client.ask({.query = "versioning="});
  if (!answer) return answer.error();
  const auto versioning =
      answer->status == kOk ? read_s3_versioning(answer->body) : std::optional<S3Versioning>();
  if (!versioning) return S3Fault{"it does not say whether the bucket keeps versions"};
  if (Why why = version_reason(*versioning)) return why;
  const auto locks = has_configuration(client, "object-lock=", read_s3_lock);
  if (!locks) return locks.error();
  if (*locks) return Why("its objects can be locked, so that they cannot be removed");
  const auto copies = has_configuration(client, "replication=", read_s3_replication);
  if (!copies) return copies.error();
  if (*copies)
    return Why("its objects are copied elsewhere, where they stay when they are removed");
  return Why();
}

Result<std::optional<std::string>, S3Fault> try_bucket(S3Client& client,
                                                       std::string_view node,
                                                       int file) {
  if (!write_at(file, bytes_of(kTrialBytes), 0)) return S3Fault{"the disk cannot be written"};
  const std::string object = trial_object(node);
  const S3Call put{.method = Method::Put,
                   .object = object,
                   .payload_sha256 = to_hex(sha256(kTrialBytes)),
                   .source = file,
                   .source_bytes = kTrialBytes.size()};
  const S3Call get{.object = object, .headers = {"Range: bytes=6-20"}};
  const S3Call remove{.method = Method::Delete, .object = object};
  if (const auto removed = client.ask(remove); !removed) return removed.error();
  const auto wrong = try_wrong_hash(client, put, get);
  if (!wrong || *wrong) return wrong;
  const auto stored = client.ask(put);
  if (!stored) return stored.error();
  if (stored->status != kOk) return Why("it does not take an object");
  if (!stored->version_id.empty()) return Why("it gives objects versions");
  const auto part = client.ask(get);
  if (!part) return part.error();
  if (part->status != kPartialContent ||
      part->body != kTrialBytes.substr(kFirst, kLast - kFirst + 1)) {
    return Why("it does not give the bytes of a range");
  }
  if (const auto removed = client.ask(remove); !removed) return removed.error();
  const auto left = client.ask(get);
  if (!left) return left.error();
  if (!is_gone(*left)) return Why("it still has an object that was removed");
  return Why();
}

void ask_for_objects(S3Client& client, std::string_view node) {
  const std::string object = trial_object(node);
  (void)client.ask({.method = Method::Put, .object = object});
  (void)client.ask({.object = object});
  (void)client.ask({.method = Method::Delete, .object = object});
}

}  // namespace countersign::http
