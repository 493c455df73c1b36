import type { SandboxContext } from '../../../context.ts';
import { lazy } from '../../../lazy.ts';
import { createEvents } from '../events.ts';
import type { Settings } from '../options.ts';
import { type Ads, createAds } from './ads.ts';
import { type Automod, createAutomod } from './automod.ts';
import { type Bans, createBans } from './bans.ts';
import { type Bits, createBits } from './bits.ts';
import { type Blocks, createBlocks } from './blocks.ts';
import { type Channel, createChannels } from './channels.ts';
import { type Charity, createCharity } from './charity.ts';
import { type Chat, createChat } from './chat.ts';
import { type AllChatSettings, createChatSettings } from './chat-settings.ts';
import { type Clips, createClips } from './clips.ts';
import type { WorldBase, WorldContext } from './context.ts';
import { createEditors, type Editors } from './editors.ts';
import { createEmotes, type Emotes } from './emotes.ts';
import { createEntitlements, type Entitlements } from './entitlements.ts';
import { createExtensions, type Extensions } from './extensions.ts';
import { createFollows, type Follows } from './follows.ts';
import { createGames, type Games } from './games.ts';
import { createGoals, type Goals } from './goals.ts';
import { createGuestStar, type GuestStar } from './guest-star.ts';
import { createHypeTrains, type HypeTrains } from './hype-trains.ts';
import { createLiveIndex, type LiveIndex } from './live-index.ts';
import type { LiveStream } from './live-stream.ts';
import { createMarkers, type Markers } from './markers.ts';
import { createPins, type Pins } from './pins.ts';
import { createPolls, type Polls } from './polls.ts';
import { createPowerUps, type PowerUps } from './power-ups.ts';
import { createPredictions, type Predictions } from './predictions.ts';
import { createRaids, type Raids } from './raids.ts';
import { createRewards, type Rewards } from './rewards.ts';
import { createRoles, type Roles } from './roles.ts';
import { createSafety, type Safety } from './safety.ts';
import { createSchedules, type Schedules } from './schedules.ts';
import { createSharedChats, type SharedChat } from './shared-chats.ts';
import { createShop, type Shop } from './shop.ts';
import { createShoutouts, type Shoutouts } from './shoutouts.ts';
import { createStreams } from './streams.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';
import { createTeams, type Teams } from './teams.ts';
import { createUsers } from './users.ts';
import { createVideos, type VideoRecord } from './videos.ts';
import { createWhispers, type Whispers } from './whispers.ts';

/** The data of one sandbox. Each part is made when it is first asked for. */
export interface World extends WorldBase {
  /** By broadcaster id; every user has one. */
  channels(): Map<string, Channel>;
  games(): Games;
  /** Ids of the games, most watched first. */
  topGames(): string[];
  /** Most watched first. Whoever changes it calls `liveChanged`. */
  streams(): LiveStream[];
  /** The broadcasts by what requests ask for, indexed when first asked for after a change. */
  live(): LiveIndex;
  /** The broadcasts, or a channel's game or language, have changed. */
  liveChanged(): void;
  clips(): Clips;
  /** Newest first. */
  videos(): VideoRecord[];
  follows(): Follows;
  teams(): Teams;
  ads(): Ads;
  bits(): Bits;
  powerUps(): PowerUps;
  blocks(): Blocks;
  charity(): Charity;
  editors(): Editors;
  entitlements(): Entitlements;
  extensions(): Extensions;
  goals(): Goals;
  guestStar(): GuestStar;
  hypeTrains(): HypeTrains;
  markers(): Markers;
  raids(): Raids;
  schedules(): Schedules;
  shop(): Shop;
  subscriptions(): Subscriptions;
  roles(): Roles;
  bans(): Bans;
  automod(): Automod;
  safety(): Safety;
  chat(): Chat;
  chatSettings(): AllChatSettings;
  /** By participant. */
  sharedChats(): Map<string, SharedChat>;
  emotes(): Emotes;
  pins(): Pins;
  shoutouts(): Shoutouts;
  whispers(): Whispers;
  rewards(): Rewards;
  polls(): Polls;
  predictions(): Predictions;
  /** Lets as many entries of the live lists jump to the top as the settings say. */
  moveOn(): void;
}

/** The world of `context`'s seed. */
export function createWorld({ clock, random, startedAt }: SandboxContext, settings: Settings): World {
  // Full hours, so that the data does not depend on the millisecond of the start.
  const epoch = Math.floor(startedAt / 3_600_000) * 3_600_000;
  const part = <T>(make: (context: WorldContext<World>) => T) =>
    lazy(() => make({ random, clock, settings, world, epoch }));
  const moves = lazy(() => random('moves'));

  function overtake<T>(list: T[], onTop: (moved: T, top: T) => void): void {
    if (list.length < 2) return;
    const top = list[0];
    const [moved] = list.splice(moves().int(Math.floor(list.length / 2), list.length - 1), 1);
    if (top === undefined || moved === undefined) return;
    if (moved !== top) onTop(moved, top);
    list.unshift(moved);
  }

  let live: LiveIndex | undefined;

  const world: World = {
    events: createEvents(),
    now: () => clock.now(),
    users: part(createUsers),
    channels: part(createChannels),
    games: part(createGames),
    topGames: part(rankGames),
    streams: part(createStreams),
    live() {
      live ??= createLiveIndex(world.streams(), world.channels());
      return live;
    },
    liveChanged() {
      live = undefined;
    },
    clips: part(createClips),
    videos: part(createVideos),
    follows: part(createFollows),
    teams: part(createTeams),
    ads: part(createAds),
    bits: part(createBits),
    powerUps: part(createPowerUps),
    blocks: part(createBlocks),
    charity: part(createCharity),
    editors: part(createEditors),
    entitlements: part(createEntitlements),
    extensions: part(createExtensions),
    goals: part(createGoals),
    guestStar: part(createGuestStar),
    hypeTrains: part(createHypeTrains),
    markers: part(createMarkers),
    raids: part(createRaids),
    schedules: part(createSchedules),
    shop: part(createShop),
    subscriptions: part(createSubscriptions),
    roles: part(createRoles),
    bans: part(createBans),
    automod: part(createAutomod),
    safety: part(createSafety),
    chat: part(createChat),
    chatSettings: part(createChatSettings),
    sharedChats: part(createSharedChats),
    emotes: part(createEmotes),
    pins: part(createPins),
    shoutouts: part(createShoutouts),
    whispers: part(createWhispers),
    rewards: part(createRewards),
    polls: part(createPolls),
    predictions: part(createPredictions),
    moveOn() {
      for (let count = 0; count < settings.overtakesPerPage; count += 1) {
        overtake(world.streams(), (moved, top) => {
          moved.viewer_count = top.viewer_count + moves().int(1, 50);
        });
        overtake(world.topGames(), () => {});
      }
      if (settings.overtakesPerPage > 0) world.liveChanged();
    },
  };
  return world;
}

function rankGames({ world }: WorldContext<World>): string[] {
  const viewers = new Map(world.games().all.map(({ id }) => [id, 0]));
  for (const { user_id, viewer_count } of world.streams()) {
    const game = world.channels().get(user_id)?.game_id ?? '';
    if (viewers.has(game)) viewers.set(game, (viewers.get(game) ?? 0) + viewer_count);
  }
  return [...viewers].sort(([, one], [, other]) => other - one).map(([id]) => id);
}
