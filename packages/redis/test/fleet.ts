import type { TokenStore } from '@x/core';
import type { PublicStreamOptions, StreamOptions } from '@x/stream';

/** A store that a process of the fleet has opened. */
export interface OpenStore {
  readonly store: TokenStore;
  close(): unknown;
}

/** Where a fleet meets. */
export interface Meeting {
  /** The module whose `open` opens the store. */
  readonly opener: string;
  /** What `open` gets: where the store is. */
  readonly place: Readonly<Record<string, string>>;
}

/** How far a refresh is: sent to the provider, carried out there, response received, stored. */
export type Step = 'asked' | 'rotated' | 'answered' | 'stored';

/** The task of a process of the fleet: calls for one user, all at the same time. */
export interface Task {
  readonly options: StreamOptions | PublicStreamOptions;
  readonly meeting: Meeting;
  readonly userId: string;
  readonly calls: number;
  readonly lockTtlMs?: number;
}

/** A message of a process: a step after which it waits for the parent, or how each of its calls ended. */
export type Said = { readonly step: Step } | { readonly outcomes: readonly string[] };

/** Opens the store where the fleet meets. */
export async function meet({ opener, place }: Meeting, options: { lockTtlMs?: number } = {}): Promise<OpenStore> {
  return (await import(/* @vite-ignore */ opener)).open(place, options);
}
