#include "core/stream/command.h"

namespace countersign {

template class OneOf<Commands>;

UtcTime time_of(const Command& command) {
  struct Visitor {
    UtcTime operator()(const CreateSession& c) const { return c.at; }
    UtcTime operator()(const RecordThresholds& c) const { return c.at; }
    UtcTime operator()(const BeginLog& c) const { return c.at; }
    UtcTime operator()(const SessionCommand& command) const {
      return std::visit([](const auto& c) { return c.at; }, command);
    }
    UtcTime operator()(const ClientCommand& command) const {
      return std::visit([](const auto& c) { return c.at; }, command);
    }
    UtcTime operator()(const ReviewerCommand& command) const {
      return std::visit([](const auto& c) { return c.at; }, command);
    }
    UtcTime operator()(const WebhookCommand& command) const {
      return std::visit([](const auto& c) { return c.at; }, command);
    }
    UtcTime operator()(const KeyCommand& command) const {
      return std::visit([](const auto& c) { return c.at; }, command);
    }
  };
  return std::visit(Visitor{}, command);
}

}  // namespace countersign
