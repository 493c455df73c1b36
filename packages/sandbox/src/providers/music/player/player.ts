import type { Clock } from '../../../shared/clock.ts';
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
/** Returns the refusal of a command that is not possible now. */
export const restricted = () => failed(403, 'Restriction violated', 'UNKNOWN');

export const newDevice = (random: Random) => ({
  id: random.text(40, '0123456789abcdef'),
  name: 'Test device',
  type: 'Computer',
  restricted: false,
  privateSession: false,
  volumePercent: 50,
});

/** Initial state of a player. */
export interface PlayerStart {
  readonly state: PlayerState;
  /** Played tracks, newest first. */
  readonly plays: readonly Play[];
  /** Positions in episodes and chapters, by ID, in milliseconds. */
  readonly positions: ReadonlyMap<string, number>;
}

/**
 * A user's player. It plays one item after the other by the sandbox's clock, and catches up with the clock at each
 * access.
 */
export class Player {
  private readonly clock: Clock;
  private readonly random: Random;
  private readonly held: PlayerState;
  private readonly positions: Map<string, number>;
  private readonly played: Play[];

  constructor(clock: Clock, random: Random, start: PlayerStart) {
    this.clock = clock;
    this.random = random;
    this.held = { ...start.state };
    this.positions = new Map(start.positions);
    this.played = [...start.plays];
  }

  /** Current state. */
  get state(): Readonly<PlayerState> {
    return this.settle();
  }

  /** Last 50 plays, newest first. */
  get plays(): readonly Play[] {
    this.settle();
    return this.played;
  }

  positionOf(record: Episode | Chapter): number {
    const { item } = this.settle();
    const current = item?.id === record.id ? progressAt(this.held, this.clock.now()) : 0;
    return current || (this.positions.get(record.id) ?? 0);
  }

  /** Plays `lineup` from the item at `index`, or resumes what was played last. */
  play(deviceId: string | undefined, lineup?: Lineup, index?: number, positionMs?: number): void {
    const device = this.target(deviceId);
    if (lineup || device !== this.held.active) this.check('interrupting_playback');
    else this.check('resuming');
    if (!lineup && !this.held.item) throw restricted();
    this.held.active = device;
    if (lineup) {
      const now = this.clock.now();
      this.leave(now);
      this.held.lineup = lineup;
      this.arrange(index ?? (this.held.shuffle ? this.random.int(0, lineup.items.length - 1) : 0));
      this.goTo(this.held.place, now);
    }
    this.setPlaying(true);
    if (positionMs !== undefined) this.jump(positionMs);
  }

  pause(deviceId: string | undefined): void {
    this.checkOn(deviceId, 'pausing');
    this.setPlaying(false);
  }

  next(deviceId: string | undefined): void {
    this.checkOn(deviceId, 'skipping_next');
    this.skip(this.clock.now());
    this.setPlaying(true);
  }

  previous(deviceId: string | undefined): void {
    this.checkOn(deviceId, 'skipping_prev');
    const place = previousPlace(this.held);
    const now = this.clock.now();
    this.leave(now);
    this.goTo(place ?? 0, now);
    this.setPlaying(true);
  }

  seek(deviceId: string | undefined, positionMs: number): void {
    this.checkOn(deviceId, 'seeking');
    this.jump(positionMs);
  }

  repeat(deviceId: string | undefined, mode: PlayerState['repeat']): void {
    this.checkOn(deviceId, mode === 'context' ? 'toggling_repeat_context' : 'toggling_repeat_track');
    Object.assign(this.held, { repeat: mode, changedAt: this.clock.now() });
  }

  shuffle(deviceId: string | undefined, on: boolean): void {
    this.checkOn(deviceId, 'toggling_shuffle');
    if (on === this.held.shuffle) return;
    const current = this.held.ordered[this.held.place];
    const index = Math.max(0, current ? this.held.lineup.items.indexOf(current) : 0);
    Object.assign(this.held, { shuffle: on, changedAt: this.clock.now() });
    this.arrange(index);
  }

  volume(deviceId: string | undefined, percent: number): void {
    this.settle();
    const device = this.target(deviceId);
    if (device.volumePercent === null) throw restricted();
    device.volumePercent = percent;
    this.held.changedAt = this.clock.now();
  }

  addToQueue(deviceId: string | undefined, item: Playable): void {
    this.checkOn(deviceId, 'interrupting_playback');
    this.held.queue.push(item);
  }

  /** Makes a device the active one, and starts playback if `play` is true. */
  transfer(deviceId: string, play: boolean): void {
    this.settle();
    const device = this.target(deviceId);
    this.check('transferring_playback');
    Object.assign(this.held, { active: device, changedAt: this.clock.now() });
    if (play) this.setPlaying(true);
  }

  /** Connects a device, as when the user opens it; an `active` one takes over. Not a command. Returns its ID. */
  connect(given: Partial<Omit<Device, 'id'>>, active: boolean): string {
    this.settle();
    const device = { ...newDevice(this.random), ...given };
    this.held.devices = [...this.held.devices, device];
    if (active) this.held.active = device;
    return device.id;
  }

  /**
   * Disconnects a device, as when the user closes it; its playback pauses. Not a command. Returns whether it was
   * connected.
   */
  disconnect(deviceId: string): boolean {
    this.settle();
    const device = this.held.devices.find(({ id }) => id === deviceId);
    if (!device) return false;
    this.held.devices = this.held.devices.filter((other) => other !== device);
    if (device === this.held.active) {
      this.setPlaying(false);
      this.held.active = undefined;
      this.held.interlude = undefined;
    }
    return true;
  }

  /** Plays something outside the catalog for `durationMs`. Not a command. Returns whether a device was active. */
  interrupt(kind: 'ad' | 'unknown', durationMs: number): boolean {
    this.settle();
    if (!this.held.active) return false;
    const now = this.clock.now();
    const endsAt = now + durationMs;
    const positionMs = progressAt(this.held, now);
    Object.assign(this.held, { interlude: { kind, endsAt }, positionMs, since: endsAt, playing: true, changedAt: now });
    return true;
  }

  /** Brings the state up to date. */
  private settle(): PlayerState {
    const now = this.clock.now();
    if (this.held.interlude && this.held.interlude.endsAt <= now) this.held.interlude = undefined;
    while (this.held.playing && this.held.item) {
      const endsAt = this.held.since + Math.max(0, this.held.item.durationMs - this.held.positionMs);
      if (endsAt > now) break;
      if (this.held.repeat !== 'track') {
        this.skip(endsAt);
        continue;
      }
      this.leave(endsAt);
      this.begin(this.held.item, endsAt);
    }
    return this.held;
  }

  /** Records that the item was heard. */
  private leave(at: number): void {
    const { item, lineup, fromQueue } = this.held;
    const progress = progressAt(this.held, at);
    if (!item || progress === 0) return;
    if ('show' in item) {
      this.positions.set(item.id, Math.min(progress, item.durationMs));
      return;
    }
    this.played.unshift({ track: item, context: fromQueue ? undefined : lineup.context, at });
    this.played.length = Math.min(this.played.length, historyLength);
  }

  private begin(item: Playable | undefined, at: number, positionMs = 0): void {
    Object.assign(this.held, { item, positionMs, since: at, changedAt: at });
  }

  private goTo(place: number, at: number): void {
    this.held.place = place;
    this.held.fromQueue = false;
    this.begin(this.held.ordered[place], at);
  }

  /** Moves to the next item. At the end of the lineup, the player stops and returns to the beginning. */
  private skip(at: number): void {
    this.leave(at);
    const queued = this.held.queue.shift();
    if (queued) {
      this.held.fromQueue = true;
      this.begin(queued, at);
      return;
    }
    if (upcoming(this.held).length === 0) this.held.playing = false;
    this.goTo(this.held.place + 1 < this.held.ordered.length ? this.held.place + 1 : 0, at);
  }

  private setPlaying(playing: boolean): void {
    const now = this.clock.now();
    if (playing === this.held.playing || (playing && !this.held.item)) return;
    Object.assign(this.held, { positionMs: progressAt(this.held, now), since: now, playing, changedAt: now });
  }

  /** Moves to `positionMs` of the item; beyond its end, to the next item. */
  private jump(positionMs: number): void {
    const now = this.clock.now();
    if (this.held.item && positionMs >= this.held.item.durationMs) this.skip(now);
    else Object.assign(this.held, { positionMs, since: now, changedAt: now });
  }

  /** Orders the lineup for playback, with the item at `index` as the current one. */
  private arrange(index: number): void {
    const { items } = this.held.lineup;
    const others = items.toSpliced(index, 1);
    this.held.ordered = this.held.shuffle
      ? [...items.slice(index, index + 1), ...this.random.sample(others, others.length)]
      : items;
    this.held.place = this.held.shuffle ? 0 : index;
  }

  private check(action: Action): void {
    if (disallows(this.settle())[action]) throw restricted();
  }

  /** Returns the device that a command is for: the named one, or the active one. */
  private target(deviceId: string | undefined): Device {
    const device = deviceId === undefined ? this.held.active : this.held.devices.find(({ id }) => id === deviceId);
    if (!device)
      throw deviceId === undefined
        ? failed(404, 'No active device found', 'NO_ACTIVE_DEVICE')
        : notFound('Device not found');
    if (device.restricted) throw restricted();
    return device;
  }

  /** Refuses a command that its device cannot follow now. Only the active device plays anything. */
  private checkOn(deviceId: string | undefined, action: Action): void {
    if (this.target(deviceId) !== this.held.active) throw restricted();
    this.check(action);
  }
}
