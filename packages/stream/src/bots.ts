export { memoryWebhookStore, type WebhookStore } from '@x/webhooks';
export {
  type Command,
  type CommandCall,
  type CommandMessage,
  type CommandOutcome,
  type Commands,
  type CommandsOptions,
  createCommands,
  parseCommand,
} from './bots/commands.ts';
export { type ChatRole, type Role, roleOf, roles } from './bots/roles.ts';
export {
  type ChatDraft,
  type ChatLimitState,
  type ChatSender,
  type ChatSenderOptions,
  createChatSender,
  splitMessage,
} from './bots/sender.ts';
export type { ChatMessage } from './webhooks/chat-events.ts';
