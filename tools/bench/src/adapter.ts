import type { CallName, WalkName } from './scenarios.ts';

/** Settings of a client that are measured as well. */
interface Settings {
  readonly validation?: 'strict';
}

interface App extends Settings {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Where the stub is and what it serves: the options of our clients, and ids for the calls. */
export interface Target {
  readonly stream: App;
  readonly music: App;
  readonly bank: Settings & { readonly baseUrl: string; readonly clientId: string; readonly secret: string };
  readonly food: { readonly baseUrl: string; readonly apiKey: string };
  readonly quotes: { readonly baseUrl: string };
  /** For clients that are given a token. */
  readonly token: string;
  readonly bankToken: string;
  readonly trackIds: readonly string[];
  readonly playlistId: string;
}

/** A client, pointed to the stub. */
export interface Opened {
  /** Each makes one call and returns the number of records that came. */
  readonly calls: { readonly [name in CallName]?: () => Promise<number> };
  /** Each reads a whole list, lets `consume` have every page, and returns the number of records. */
  readonly walks?: { readonly [name in WalkName]?: (consume: () => Promise<void>) => Promise<number> };
}

/** What a file in `adapters/` exports: makes a new client as its users do. */
export type Open = (target: Target) => Opened;
