import type { FencedStore } from '@x/core';
import type { StreamOptions, StreamPublicOptions } from '@x/stream';

/** A store that a process of the fleet has opened. */
export interface OpenStore {
  readonly store: FencedStore;
  close(): unknown;
}

/** Meeting place of a fleet. */
export interface Meeting {
  /** Module whose `open` opens the store. */
  readonly opener: string;
  /** Argument of `open`: the location of the store. */
  readonly place: Readonly<Record<string, string>>;
}

/** Progress of a task: store opened; refresh sent to the provider, carried out there, response received, stored. */
export type Step = 'opened' | 'asked' | 'rotated' | 'answered' | 'stored';

/** Task of a process of the fleet: calls for one user, all at the same time. */
export interface Task {
  readonly options: StreamOptions | StreamPublicOptions;
  readonly meeting: Meeting;
  readonly userId: string;
  readonly calls: number;
  readonly lockTtlMs?: number;
}

/** A message from a process: a step after which it waits for the parent, or the outcome of each of its calls. */
export type Said = { readonly step: Step } | { readonly outcomes: readonly string[] };

/** Opens the store where the fleet meets. */
export async function meet({ opener, place }: Meeting, options: { lockTtlMs?: number } = {}): Promise<OpenStore> {
  return (await import(/* @vite-ignore */ opener)).open(place, options);
}
