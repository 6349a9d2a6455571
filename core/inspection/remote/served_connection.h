#pragma once
#include <chrono>
#include <cstdint>
#include <functional>

#include "core/ids.h"
#include "core/inspection/engine.h"
#include "core/inspection/remote/remote_message.h"
#include "core/machine/net/byte_stream.h"

namespace countersign::remote {

// An inspector serves all its connections with this.
struct ServedEngine {
  const Engine& engine;
  Welcome welcome;
  // How long a server may take for each message and each picture of a submission that it has begun.
  std::chrono::milliseconds patience{std::chrono::seconds(20)};
  // How long a connection may be without a submission.
  std::chrono::milliseconds idle{std::chrono::minutes(10)};
  // Called with true when a submission begins and with false when it is answered or lost.
  std::function<void(bool began)> judging = [](bool) {};
};

// Why a connection was served no longer.
enum class ServedEnd : std::uint8_t {
  Closed,      // the server has ended, or was silent for too long
  OtherBuild,  // the server speaks another version of the conversation
  NotAllowed,  // the server sent something that it may not send
};

// Serves one connection until it ends, or until a submission is over after `stops` has become true.
// Takes a place of the engine for each submission once its first picture has arrived; `server` is
// whose turn that takes among servers. Nothing that the server sends is believed. A picture is in
// the memory of this process until its submission is over, and nowhere else.
//
// Blocks; one thread a connection. The stream outlives the call.
ServedEnd serve_connection(ByteStream& stream,
                           const ServedEngine& served,
                           const ClientKey& server,
                           const std::function<bool()>& stops);

}  // namespace countersign::remote
