export type {
  IrcChatMessage,
  IrcChatNotification,
  IrcEvents,
  IrcEventType,
  IrcFragment,
  ReceivedChatEvent,
} from './irc/events.ts';
export type { IrcTags } from './irc/line.ts';
export type { IrcNotices } from './irc/notices.ts';
export {
  type ChatHandled,
  type ChatReader,
  type ChatReaderOptions,
  type ChatReaderReports,
  type ChatReaderState,
  createChatReader,
  type JoinResult,
  type RefusedChannel,
} from './irc/reader.ts';
export type { ChatWebSocketLike } from './irc/socket.ts';
