import type { Clock } from '../../../clock/clock.ts';
import type { Random } from '../../../shared/random.ts';
import type { Chapter, Episode } from '../data/spoken.ts';
import { notFound, Refusal } from '../errors.ts';
import {
  type Action,
  type Device,
  disallows,
  type Lineup,
  type Play,
  type Playable,
  type PlayerState,
  previousPlace,
  progressAt,
  upcoming,
} from './player-state.ts';

const historyLength = 50;

const failed = (status: number, message: string, reason: string) =>
  new Refusal(status, `Player command failed: ${message}`, { reason });
export const premiumRequired = () => failed(403, 'Premium required', 'PREMIUM_REQUIRED');
/** The command is not possible now. */
export const restricted = () => failed(403, 'Restriction violated', 'UNKNOWN');

export const newDevice = (random: Random) => ({
  id: random.text(40, '0123456789abcdef'),
  name: 'Test device',
  type: 'computer',
  restricted: false,
  privateSession: false,
  volumePercent: 50,
});

/** Initial state of a player. */
export interface PlayerStart {
  readonly state: PlayerState;
  /** Newest first. */
  readonly plays: readonly Play[];
  /** How far episodes and chapters have been heard, by id, in milliseconds. */
  readonly positions: ReadonlyMap<string, number>;
}

export type Player = ReturnType<typeof createPlayer>;

/** A user's player. Time passes in it whenever it is looked at: it plays by the clock, and one item after the other. */
export function createPlayer(clock: Clock, random: Random, start: PlayerStart) {
  const state: PlayerState = { ...start.state };
  const positions = new Map(start.positions);
  const plays = [...start.plays];

  /** Brings the state to the present. */
  function settle(): PlayerState {
    const now = clock.now();
    if (state.interlude && state.interlude.endsAt <= now) state.interlude = undefined;
    while (state.playing && state.item) {
      const endsAt = state.since + Math.max(0, state.item.durationMs - state.positionMs);
      if (endsAt > now) break;
      if (state.repeat !== 'track') {
        skip(endsAt);
        continue;
      }
      leave(endsAt);
      begin(state.item, endsAt);
    }
    return state;
  }

  /** Writes down that the item was heard. */
  function leave(at: number): void {
    const { item, lineup, fromQueue } = state;
    const progress = progressAt(state, at);
    if (!item || progress === 0) return;
    if ('show' in item) {
      positions.set(item.id, Math.min(progress, item.durationMs));
      return;
    }
    plays.unshift({ track: item, context: fromQueue ? undefined : lineup.context, at });
    plays.length = Math.min(plays.length, historyLength);
  }

  function begin(item: Playable | undefined, at: number, positionMs = 0): void {
    Object.assign(state, { item, positionMs, since: at, changedAt: at });
  }

  function goTo(place: number, at: number): void {
    state.place = place;
    state.fromQueue = false;
    begin(state.ordered[place], at);
  }

  /** Goes on to what is next. At the end of the lineup the player stops, back at its beginning. */
  function skip(at: number): void {
    leave(at);
    const queued = state.queue.shift();
    if (queued) {
      state.fromQueue = true;
      begin(queued, at);
      return;
    }
    if (upcoming(state).length === 0) state.playing = false;
    goTo(state.place + 1 < state.ordered.length ? state.place + 1 : 0, at);
  }

  function setPlaying(playing: boolean): void {
    const now = clock.now();
    if (playing === state.playing || (playing && !state.item)) return;
    Object.assign(state, { positionMs: progressAt(state, now), since: now, playing, changedAt: now });
  }

  /** Moves to `positionMs` of the item; beyond its end, to the next item. */
  function jump(positionMs: number): void {
    const now = clock.now();
    if (state.item && positionMs >= state.item.durationMs) skip(now);
    else Object.assign(state, { positionMs, since: now, changedAt: now });
  }

  /** Orders the lineup; the item at `index` of it is the one to play. */
  function arrange(index: number): void {
    const { items } = state.lineup;
    const others = items.toSpliced(index, 1);
    state.ordered = state.shuffle ? [...items.slice(index, index + 1), ...random.sample(others, others.length)] : items;
    state.place = state.shuffle ? 0 : index;
  }

  function check(action: Action): void {
    if (disallows(settle())[action]) throw restricted();
  }

  /** The device that a command is for: the named one, or the active one. */
  function target(deviceId: string | undefined): Device {
    const device = deviceId === undefined ? state.active : state.devices.find(({ id }) => id === deviceId);
    if (!device)
      throw deviceId === undefined
        ? failed(404, 'No active device found', 'NO_ACTIVE_DEVICE')
        : notFound('Device not found');
    if (device.restricted) throw restricted();
    return device;
  }

  /** Refuses unless the device that a command is for can do it now; only the active one plays anything. */
  function checkOn(deviceId: string | undefined, action: Action): void {
    if (target(deviceId) !== state.active) throw restricted();
    check(action);
  }

  return {
    /** The state as of now. */
    get state(): Readonly<PlayerState> {
      return settle();
    },

    /** The last 50, newest first. */
    get plays(): readonly Play[] {
      settle();
      return plays;
    },

    positionOf(record: Episode | Chapter): number {
      const { item } = settle();
      const current = item?.id === record.id ? progressAt(state, clock.now()) : 0;
      return current || (positions.get(record.id) ?? 0);
    },

    /** Plays `lineup` from the item at `index`, or goes on with what was played last. */
    play(deviceId: string | undefined, lineup?: Lineup, index?: number, positionMs?: number): void {
      const device = target(deviceId);
      if (lineup || device !== state.active) check('interrupting_playback');
      else check('resuming');
      if (!lineup && !state.item) throw restricted();
      state.active = device;
      if (lineup) {
        const now = clock.now();
        leave(now);
        state.lineup = lineup;
        arrange(index ?? (state.shuffle ? random.int(0, lineup.items.length - 1) : 0));
        goTo(state.place, now);
      }
      setPlaying(true);
      if (positionMs !== undefined) jump(positionMs);
    },

    pause(deviceId: string | undefined): void {
      checkOn(deviceId, 'pausing');
      setPlaying(false);
    },

    next(deviceId: string | undefined): void {
      checkOn(deviceId, 'skipping_next');
      skip(clock.now());
      setPlaying(true);
    },

    previous(deviceId: string | undefined): void {
      checkOn(deviceId, 'skipping_prev');
      const place = previousPlace(state);
      const now = clock.now();
      leave(now);
      goTo(place ?? 0, now);
      setPlaying(true);
    },

    seek(deviceId: string | undefined, positionMs: number): void {
      checkOn(deviceId, 'seeking');
      jump(positionMs);
    },

    repeat(deviceId: string | undefined, mode: PlayerState['repeat']): void {
      checkOn(deviceId, mode === 'context' ? 'toggling_repeat_context' : 'toggling_repeat_track');
      Object.assign(state, { repeat: mode, changedAt: clock.now() });
    },

    shuffle(deviceId: string | undefined, on: boolean): void {
      checkOn(deviceId, 'toggling_shuffle');
      if (on === state.shuffle) return;
      const current = state.ordered[state.place];
      const index = Math.max(0, current ? state.lineup.items.indexOf(current) : 0);
      Object.assign(state, { shuffle: on, changedAt: clock.now() });
      arrange(index);
    },

    volume(deviceId: string | undefined, percent: number): void {
      settle();
      const device = target(deviceId);
      if (device.volumePercent === null) throw restricted();
      device.volumePercent = percent;
      state.changedAt = clock.now();
    },

    addToQueue(deviceId: string | undefined, item: Playable): void {
      checkOn(deviceId, 'interrupting_playback');
      state.queue.push(item);
    },

    /** `play`: false keeps it as it is. */
    transfer(deviceId: string, play: boolean): void {
      settle();
      const device = target(deviceId);
      check('transferring_playback');
      Object.assign(state, { active: device, changedAt: clock.now() });
      if (play) setPlaying(true);
    },

    /** Not a command: the user opens a device, which takes over when it is to be active. Returns its id. */
    connect(given: Partial<Omit<Device, 'id'>>, active: boolean): string {
      settle();
      const device = { ...newDevice(random), ...given };
      state.devices = [...state.devices, device];
      if (active) state.active = device;
      return device.id;
    },

    /** Not a command: the user closes a device; what it played pauses. Returns whether it was there. */
    disconnect(deviceId: string): boolean {
      settle();
      const device = state.devices.find(({ id }) => id === deviceId);
      if (!device) return false;
      state.devices = state.devices.filter((other) => other !== device);
      if (device === state.active) {
        setPlaying(false);
        state.active = undefined;
        state.interlude = undefined;
      }
      return true;
    },

    /** Not a command: something plays that is not an item of the catalog. Returns whether a device was active. */
    interrupt(kind: 'ad' | 'unknown', durationMs: number): boolean {
      settle();
      if (!state.active) return false;
      const now = clock.now();
      const endsAt = now + durationMs;
      const positionMs = progressAt(state, now);
      Object.assign(state, { interlude: { kind, endsAt }, positionMs, since: endsAt, playing: true, changedAt: now });
      return true;
    },
  };
}
