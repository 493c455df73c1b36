// Editors show the documentation of each group on `client.<group>`.

export type { Endpoint, ListEndpoint, LookupEndpoint, WithMethods } from '@x/core/provider';
export {
  /** Commercials of a channel. The broadcaster must be the token's user or, for the app, have granted it the scope. */
  ads,
} from './resources/ads.ts';
export {
  /** Daily reports about the extensions and games that the token's user owns. */
  analytics,
} from './resources/analytics.ts';
export {
  /** Bits, the currency that viewers cheer and pay with. */
  bits,
} from './resources/bits.ts';
export {
  /**
   * Rewards for channel points, and their redemptions. The broadcaster must be the token's user, and a partner or
   * affiliate, otherwise calls fail with `permission_denied`. An app can change only the rewards that it created, and
   * read only their redemptions.
   */
  channelPoints,
} from './resources/channel-points.ts';
export {
  /** Settings, editors and followers of channels. */
  channels,
} from './resources/channels.ts';
export {
  /**
   * Charity campaigns of a broadcaster. The broadcaster must be the token's user, and a partner or affiliate, otherwise
   * calls fail with `permission_denied`.
   */
  charity,
} from './resources/charity.ts';
export {
  /** Chats: who is connected, what they may write, and sending messages. */
  chat,
} from './resources/chat.ts';
export {
  /** Short parts of broadcasts: finding, creating and downloading them. */
  clips,
} from './resources/clips.ts';
export {
  /** Labels that warn viewers of the content of a broadcast. */
  contentClassificationLabels,
} from './resources/content-classification-labels.ts';
export {
  /**
   * Drops: benefits that games give to viewers. The app must be owned by a member of the organization that owns the
   * game. A user token reads and changes only the entitlements of its user.
   */
  entitlements,
} from './resources/entitlements.ts';
export {
  /** EventSub: notifications of events as they happen. */
  eventSub,
} from './resources/event-sub.ts';
export {
  /**
   * Extensions. Calls that use a signed token are made by the back end of an extension: they need the client's option
   * `extension`, and are signed automatically.
   */
  extensions,
} from './resources/extensions.ts';
export {
  /** Games and categories. */
  games,
} from './resources/games.ts';
export {
  /** Goals of a broadcaster, who must be the token's user. */
  goals,
} from './resources/goals.ts';
export {
  /**
   * Guest Star, calls with guests in a broadcast; in beta. Where a call takes `moderator_id`, it must be the token's
   * user: the broadcaster, or a moderator whom the channel lets manage guests, otherwise the call fails with
   * `permission_denied`. Where it takes only `broadcaster_id`, that must be the token's user.
   */
  guestStar,
} from './resources/guest-star.ts';
export {
  /** Hype Trains of a broadcaster, who must be the token's user. */
  hypeTrain,
} from './resources/hype-train.ts';
export {
  /**
   * Moderating a channel. Where a call takes `moderator_id`, it must be the token's user, and a moderator of the
   * channel or its broadcaster, otherwise the call fails with `permission_denied`. Where it takes only
   * `broadcaster_id`, that must be the token's user. The app itself can also make most of these calls once that user
   * has granted it the scope.
   */
  moderation,
} from './resources/moderation.ts';
export {
  /** Polls of a broadcaster, who must be the token's user. */
  polls,
} from './resources/polls.ts';
export {
  /** Predictions of a broadcaster, who must be the token's user. */
  predictions,
} from './resources/predictions.ts';
export {
  /**
   * Raids, which send the viewers of a channel to another. The broadcaster who raids must be the token's user. More
   * than 10 calls in 10 minutes fail with `rate_limited`.
   */
  raids,
} from './resources/raids.ts';
export {
  /** Planned broadcasts. Calls that change something require `broadcaster_id` to be the token's user. */
  schedule,
} from './resources/schedule.ts';
export {
  /** Search for channels and for games. */
  search,
} from './resources/search.ts';
export {
  /** Live broadcasts, and their markers and stream keys. */
  streams,
} from './resources/streams.ts';
export {
  /**
   * Paid subscriptions to channels. App tokens work only for extensions, once the broadcaster or user has granted the
   * scope.
   */
  subscriptions,
} from './resources/subscriptions.ts';
export {
  /** Legacy tags, which are deprecated: channels and streams have their own `tags`. */
  tags,
} from './resources/tags.ts';
export {
  /** Teams of broadcasters. */
  teams,
} from './resources/teams.ts';
export {
  /** User accounts, with their blocks and extensions. */
  users,
} from './resources/users.ts';
export {
  /** Recordings, highlights and uploads. */
  videos,
} from './resources/videos.ts';
export {
  /** Private messages between users. */
  whispers,
} from './resources/whispers.ts';
