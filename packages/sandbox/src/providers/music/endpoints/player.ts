import { isPlayable } from '../data/availability.ts';
import type { Call, Endpoints } from '../endpoint.ts';
import { invalid } from '../errors.ts';
import { lineUp, type PlayBody, readChoice, readItem } from '../player/lineup.ts';
import { type Player, premiumRequired, restricted } from '../player/player.ts';
import {
  type Device,
  disallows,
  type Playable,
  type PlayContext,
  progressAt,
  repeatModes,
  upcoming,
} from '../player/player-state.ts';
import { viewerOf } from '../player/players.ts';
import { csv, readJson, readLimit, readViewer, type Viewer } from '../request.ts';
import type { Service } from '../service.ts';
import type { Wire } from '../wire/records.ts';

/** Maximum number of queue items in a response. */
const queueLength = 20;

/** Creates the endpoints for the users' players. */
export function playerEndpoints(service: Service): Endpoints {
  const { settings, world, players, random } = service;
  const lines = random('player answers');

  /** Creates a command. `prepare` checks the input, before the checks of the account and the device. */
  const command = (prepare: (call: Call, device: string | undefined) => (player: Player) => void) => (call: Call) => {
    const run = prepare(call, call.query.get('device_id') ?? undefined);
    if (call.user.product !== 'premium') throw premiumRequired();
    run(players(call.user));
    return settings.playerAnswer === 'text' ? new Response(lines.text(64)) : undefined;
  };

  return {
    ...readingEndpoints(service),

    'PUT /me/player': command((call) => {
      const { device_ids: ids, play = false } = readJson<{ device_ids: readonly string[]; play: boolean }>(call);
      const [id] = ids ?? [];
      if (!id) throw invalid('Missing required field: device_ids');
      if (ids?.length !== 1) throw invalid('Only one device_id is supported');
      return (player) => player.transfer(id, play);
    }),
    'PUT /me/player/play': command((call, device) => {
      const body = readJson<PlayBody>(call);
      const choice = readChoice(world(), call.user, body);
      return (player) => {
        const { lineup, index } = choice ? lineUp(choice, call.user) : {};
        player.play(device, lineup, index, body.position_ms);
      };
    }),
    'PUT /me/player/pause': command((_call, device) => (player) => player.pause(device)),
    'POST /me/player/next': command((_call, device) => (player) => player.next(device)),
    'POST /me/player/previous': command((_call, device) => (player) => player.previous(device)),
    'PUT /me/player/seek': command((call, device) => {
      const positionMs = readNumber(call, 'position_ms');
      return (player) => player.seek(device, positionMs);
    }),
    'PUT /me/player/repeat': command((call, device) => {
      const mode = readOneOf(call, 'state', repeatModes);
      return (player) => player.repeat(device, mode);
    }),
    'PUT /me/player/shuffle': command((call, device) => {
      const on = readOneOf(call, 'state', ['true', 'false']) === 'true';
      return (player) => player.shuffle(device, on);
    }),
    'PUT /me/player/volume': command((call, device) => {
      const percent = readNumber(call, 'volume_percent', 100);
      return (player) => player.volume(device, percent);
    }),
    'POST /me/player/queue': command((call, device) => {
      const item = readItem(world(), required(call, 'uri'));
      return (player) => {
        if (!isPlayable(item, viewerOf(call.user))) throw restricted();
        player.addToQueue(device, item);
      };
    }),
  };
}

function readingEndpoints({ settings, clock, wire, players }: Service): Endpoints {
  const read = (answer: (call: Call, player: Player) => object | undefined) => (call: Call) =>
    answer(call, players(call.user));
  const reading = (call: Call) => ({
    viewer: readViewer(call),
    episodes: csv(call.query.get('additional_types')).includes('episode'),
    now: clock.now(),
    omitsContext: settings.realQuirks,
  });
  return {
    'GET /me/player': read((call, player) => {
      const asked = reading(call);
      const { active } = player.state;
      return active && writePlayback(wire, player, active, asked);
    }),
    'GET /me/player/currently-playing': read((call, player) => {
      const asked = reading(call);
      const { active, item, interlude } = player.state;
      return active && (item || interlude) && writePlaying(wire, player, asked);
    }),
    'GET /me/player/devices': read((_call, { state: { devices, active } }) => ({
      devices: devices.map((device) => writeDevice(device, device === active)),
    })),
    'GET /me/player/queue': read((call, { state }) => {
      const viewer = readViewer(call);
      const { active, item, interlude } = state;
      return {
        currently_playing: active && item && !interlude ? writeItem(wire, item, viewer) : null,
        queue: active
          ? upcoming(state)
              .slice(0, queueLength)
              .map((next) => writeItem(wire, next, viewer))
          : [],
      };
    }),
    'GET /me/player/recently-played': read((call, { plays }) => recentlyPlayed(call, plays, { settings, wire })),
  };
}

/** Writes a page of the tracks that a user has played. */
function recentlyPlayed(call: Call, plays: Player['plays'], { settings, wire }: Pick<Service, 'settings' | 'wire'>) {
  const viewer = readViewer(call);
  const limit = readLimit(call);
  const [after, before] = [readTime(call, 'after'), readTime(call, 'before')];
  if (after !== undefined && before !== undefined) throw invalid('Cannot specify both after and before');
  const fitting = plays.filter(({ at }) => at > (after ?? 0) && at < (before ?? Number.POSITIVE_INFINITY));
  // Paging forward starts with the plays right after the cursor, not with the newest ones.
  const items = after === undefined ? fitting.slice(0, limit) : fitting.slice(-limit);
  const [newest, oldest] = [items[0], items.at(-1)];
  const link = (name: string, at: number | undefined) => {
    const query = new URLSearchParams(at === undefined ? {} : { [name]: String(at) });
    query.set('limit', String(limit));
    return `${call.address}?${query}`;
  };
  const [direction, at] = after === undefined ? (['before', oldest?.at] as const) : (['after', newest?.at] as const);
  return {
    href: link(direction, after ?? before),
    items: items.map(({ track, context, at }) => ({
      context: writeContext(wire, context),
      played_at: new Date(at).toISOString(),
      track: settings.realQuirks && at === plays.at(-1)?.at ? null : wire.track(track, viewer),
    })),
    limit,
    // A full page may be the last one, which only the next, empty page shows.
    next: items.length === limit ? link(direction, at) : null,
    cursors: newest && oldest ? { after: String(newest.at), before: String(oldest.at) } : null,
  };
}

/** A request that reads a player. */
interface Reading {
  readonly viewer: Viewer;
  /** Whether the caller supports episodes; for others, an episode is not an item. */
  readonly episodes: boolean;
  /** Unix milliseconds. */
  readonly now: number;
  /** Whether `context` is left out, instead of null, for items that play without one. */
  readonly omitsContext: boolean;
}

const writeItem = (wire: Wire, item: Playable, viewer: Viewer) =>
  'show' in item ? wire.embeddedEpisode(item, viewer) : wire.track(item, viewer);

function writeContext(wire: Wire, context: PlayContext | undefined) {
  if (!context) return null;
  const { external_urls, href, type, uri } = wire.link(context.type, context.id);
  return { external_urls, href, type, uri };
}

function writeDevice(device: Device, active: boolean) {
  return {
    id: device.id,
    is_active: active,
    is_private_session: device.privateSession,
    is_restricted: device.restricted,
    name: device.name,
    supports_volume: device.volumePercent !== null,
    type: device.type,
    volume_percent: device.volumePercent,
  };
}

/** Returns the response about the item that plays. */
function writePlaying(wire: Wire, { state }: Player, { viewer, episodes, now, omitsContext }: Reading) {
  const { item, interlude, lineup, fromQueue } = state;
  const shown = !interlude && item && (episodes || !('show' in item)) ? item : undefined;
  const context = writeContext(wire, fromQueue || interlude ? undefined : lineup.context);
  return {
    actions: { disallows: Object.fromEntries(Object.entries(disallows(state)).filter(([, never]) => never)) },
    ...((context || !omitsContext) && { context }),
    currently_playing_type: interlude?.kind ?? (item ? ('show' in item ? 'episode' : 'track') : 'unknown'),
    is_playing: state.playing,
    item: shown ? writeItem(wire, shown, viewer) : null,
    progress_ms: interlude || !item ? null : progressAt(state, now),
    timestamp: now,
  };
}

/** Returns the response about the item that plays, its device and the settings of the player. */
function writePlayback(wire: Wire, player: Player, device: Device, reading: Reading) {
  const { repeat, shuffle, changedAt } = player.state;
  return {
    ...writePlaying(wire, player, reading),
    timestamp: changedAt,
    device: writeDevice(device, true),
    repeat_state: repeat,
    shuffle_state: shuffle,
    smart_shuffle: false,
  };
}

function required({ query }: Call, name: string): string {
  const text = query.get(name);
  if (!text) throw invalid(`Missing required field: ${name}`);
  return text;
}

/** Reads a whole number from 0 to `max`. */
function readNumber(call: Call, name: string, max = Number.MAX_SAFE_INTEGER): number {
  const text = required(call, name);
  if (!/^\d{1,15}$/.test(text) || Number(text) > max) throw invalid(`Invalid ${name}`);
  return Number(text);
}

function readOneOf<Value extends string>(call: Call, name: string, values: readonly Value[]): Value {
  const text = required(call, name);
  const value = values.find((known) => known === text);
  if (value === undefined) throw invalid(`Invalid ${name}`);
  return value;
}

/** Reads a cursor of the plays, in Unix milliseconds. */
function readTime(call: Call, name: 'after' | 'before'): number | undefined {
  return call.query.has(name) ? readNumber(call, name) : undefined;
}
