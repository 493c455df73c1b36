import type { Clock } from '../../../clock.ts';
import type { SandboxContext } from '../../../context.ts';
import type { Events } from '../events.ts';
import type { Settings } from '../options.ts';
import type { Users } from './user.ts';

/** What every part of the world uses. */
export interface WorldBase {
  /** Every change that EventSub reports is published here. */
  readonly events: Events;
  /** The sandbox's time, Unix milliseconds. */
  now(): number;
  users(): Users;
}

/**
 * What the function that creates a part of the world receives. `Parts` names the other parts that it calls. Parts are
 * created when they are first called, so they may call each other, but their modules do not import each other: a part
 * that calls one whose module imports its own declares the functions it needs.
 */
export interface WorldContext<Parts = unknown> {
  readonly random: SandboxContext['random'];
  /** For what happens later without a request: a poll that ends, a raid that starts. */
  readonly clock: Clock;
  readonly settings: Settings;
  readonly world: WorldBase & Parts;
  /** Unix milliseconds that count as the present; nothing is younger. */
  readonly epoch: number;
}
