#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "http/objects/s3_client.h"

// May the files be in this bucket? It must not keep what is removed from it:
// an erasure also destroys the key, but an object that stays is kept without need.
namespace countersign::http {

// Returns why the bucket keeps what is removed from it, or nullopt: its versioning is enabled or
// suspended, its objects can be locked, or they are copied elsewhere. Fails if the store does not
// say.
Result<std::optional<std::string>, S3Fault> why_bucket_keeps(S3Client& client);

// Writes, reads and removes an object, `new/<node>/trial` behind the prefix. Returns what the store
// did otherwise than S3 says, or nullopt: it must refuse a body that is not the signed one and keep
// none of it, give the bytes of a range, and have nothing after a removal. `file` is an empty file
// that the trial may use. Fails if a call fails.
Result<std::optional<std::string>, S3Fault> try_bucket(S3Client& client,
                                                       std::string_view node,
                                                       int file);

// Writes, reads and removes an empty object of the same name, so that the client's faults are those
// of now, also if the key may do one of the three and not another.
void ask_for_objects(S3Client& client, std::string_view node);

}  // namespace countersign::http
