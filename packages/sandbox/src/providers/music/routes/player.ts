import { isPlayable } from '../availability.ts';
import { isFlag, isIndex, isTexts, readMember } from '../body.ts';
import { invalid } from '../errors.ts';
import { csv, readJson, readLimit, readViewer, usualWindow } from '../input.ts';
import { lineUp, readChoice, readItem } from '../lineup.ts';
import { type Player, premiumRequired, restricted } from '../player.ts';
import { repeatModes, upcoming } from '../player-state.ts';
import { writeContext, writeDevice, writeItem, writePlayback, writePlaying } from '../player-wire.ts';
import { viewerOf } from '../players.ts';
import type { Call, Route, UserCall } from '../route.ts';
import type { Service } from '../service.ts';

/** As many items of the queue as are shown. */
const queueLength = 20;

/** The users' players. */
export function playerRoutes({ settings, clock, wire, world, players, random, baseUrl }: Service): readonly Route[] {
  const lines = random('player answers');

  const read = (
    path: string,
    scopes: readonly string[],
    answer: (call: UserCall, player: Player) => object | undefined,
  ) =>
    ({
      method: 'GET',
      path: `/v1/me/player${path}`,
      user: true,
      scopes,
      answer: (call) => answer(call, players(call.token.user)),
    }) satisfies Route;

  /** `prepare` checks the input, which comes before the checks of the account and the device. */
  const command = (
    method: 'PUT' | 'POST',
    path: string,
    prepare: (call: UserCall, device: string | undefined) => (player: Player) => void,
  ): Route => ({
    method,
    path: `/v1/me/player${path}`,
    user: true,
    scopes: ['user-modify-playback-state'],
    answer: (call) => {
      const run = prepare(call, call.query.get('device_id') ?? undefined);
      const { user } = call.token;
      if (user.product !== 'premium') throw premiumRequired();
      run(players(user));
      return settings.playerAnswer === 'text' ? lines.text(64) : undefined;
    },
  });

  const reading = (call: UserCall) => ({
    viewer: readViewer(call),
    episodes: csv(call.query.get('additional_types')).includes('episode'),
    now: clock.now(),
    omitsContext: settings.realQuirks,
  });

  return [
    read('', ['user-read-playback-state'], (call, player) => {
      const asked = reading(call);
      const { active } = player.state;
      return active && writePlayback(wire, player, active, asked);
    }),
    read('/currently-playing', ['user-read-currently-playing'], (call, player) => {
      const asked = reading(call);
      const { active, item, interlude } = player.state;
      return active && (item || interlude) && writePlaying(wire, player, asked);
    }),
    read('/devices', ['user-read-playback-state'], (_call, { state: { devices, active } }) => ({
      devices: devices.map((device) => writeDevice(device, device === active)),
    })),
    read('/queue', ['user-read-currently-playing', 'user-read-playback-state'], (call, { state }) => {
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
    read('/recently-played', ['user-read-recently-played'], (call, { plays }) => {
      const viewer = readViewer(call);
      const limit = readLimit(call.query, usualWindow);
      const [after, before] = [readTime(call, 'after'), readTime(call, 'before')];
      if (after !== undefined && before !== undefined) throw invalid('Cannot specify both after and before');
      const fitting = plays.filter(({ at }) => at > (after ?? 0) && at < (before ?? Number.POSITIVE_INFINITY));
      // Forward means the plays that followed, so not those at the top of the list.
      const items = after === undefined ? fitting.slice(0, limit) : fitting.slice(-limit);
      const [newest, oldest] = [items[0], items.at(-1)];
      const link = (name?: string, at?: number) => {
        const query = new URLSearchParams({ limit: String(limit) });
        if (name && at !== undefined) query.set(name, String(at));
        return `${baseUrl()}${call.path}?${query}`;
      };
      const more = oldest && plays.some(({ at }) => at < oldest.at);
      return {
        href: after !== undefined ? link('after', after) : link('before', before),
        items: items.map(({ track, context, at }) => ({
          context: writeContext(wire, context),
          played_at: new Date(at).toISOString(),
          track: wire.track(track, viewer),
        })),
        limit,
        next: more ? link('before', oldest.at) : null,
        cursors: { after: newest ? String(newest.at) : null, before: oldest ? String(oldest.at) : null },
      };
    }),

    command('PUT', '', (call) => {
      const body = readJson(call);
      const ids = readMember(body, 'device_ids', isTexts);
      const play = readMember(body, 'play', isFlag) ?? false;
      const [id] = ids ?? [];
      if (!id) throw invalid('Missing required field: device_ids');
      if (ids?.length !== 1) throw invalid('Only one device_id is supported');
      return (player) => player.transfer(id, play);
    }),
    command('PUT', '/play', (call, device) => {
      const body = readJson(call);
      const positionMs = readMember(body, 'position_ms', isIndex);
      const choice = readChoice(world(), call.token.user, body);
      return (player) => {
        const { lineup, index } = choice ? lineUp(choice, call.token.user) : {};
        player.play(device, lineup, index, positionMs);
      };
    }),
    command('PUT', '/pause', (_call, device) => (player) => player.pause(device)),
    command('POST', '/next', (_call, device) => (player) => player.next(device)),
    command('POST', '/previous', (_call, device) => (player) => player.previous(device)),
    command('PUT', '/seek', (call, device) => {
      const positionMs = readNumber(call, 'position_ms');
      return (player) => player.seek(device, positionMs);
    }),
    command('PUT', '/repeat', (call, device) => {
      const mode = readOneOf(call, 'state', repeatModes);
      return (player) => player.repeat(device, mode);
    }),
    command('PUT', '/shuffle', (call, device) => {
      const on = readOneOf(call, 'state', ['true', 'false']) === 'true';
      return (player) => player.shuffle(device, on);
    }),
    command('PUT', '/volume', (call, device) => {
      const percent = readNumber(call, 'volume_percent', 100);
      return (player) => player.volume(device, percent);
    }),
    command('POST', '/queue', (call, device) => {
      const item = readItem(world(), required(call, 'uri'));
      return (player) => {
        if (!isPlayable(item, viewerOf(call.token.user))) throw restricted();
        player.addToQueue(device, item);
      };
    }),
  ];
}

function required({ query }: Call, name: string): string {
  const text = query.get(name);
  if (!text) throw invalid(`Missing required field: ${name}`);
  return text;
}

/** A whole number from 0 to `max`. */
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

/** A cursor of the plays: Unix milliseconds. */
function readTime(call: Call, name: 'after' | 'before'): number | undefined {
  return call.query.has(name) ? readNumber(call, name) : undefined;
}
