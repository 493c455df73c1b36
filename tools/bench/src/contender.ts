import type { CallName, WalkName } from './scenarios.ts';

/** `fetch` and `json()`, the baseline for all measurements. */
export const fetchName = 'fetch';
/** The least a call costs: undici without `fetch`, and `JSON.parse`. */
export const floorName = 'undici.request (floor)';

/** Settings of a client that are measured as well. */
interface Settings {
  readonly validation?: 'strict';
}

export interface App extends Settings {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Where the stub is and what it serves: the options of our clients, and ids for the calls. */
export interface Target {
  readonly stream: App;
  readonly music: App;
  readonly bank: Settings & { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string };
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
  /** Each makes one call and returns the number of records that arrived. */
  readonly calls: { readonly [name in CallName]?: () => Promise<number> };
  /** Each reads a whole list and yields the number of records of every page. */
  readonly walks?: { readonly [name in WalkName]?: () => AsyncIterable<number> };
}

/** Something that is measured. */
export interface Contender {
  /** As the tables call it. */
  readonly name: string;
  /** Baselines are not clients; other contenders are compared with them. */
  readonly kind: 'baseline' | 'peer' | 'ours';
  /** Whose API it speaks. Undefined: any. */
  readonly provider?: 'stream' | 'music' | 'bank' | 'food' | 'quotes';
  /** Packages that its users install, and the names that they import from each. */
  readonly imports: Readonly<Record<string, string>>;
  /** Another setting of a client that is listed already: only its calls are measured. */
  readonly isVariant?: true;
  /** The call that a cold start ends with. */
  readonly first: CallName;
  /**
   * Creates a new client the way its users do. It imports the packages itself, so that each process loads only one
   * contender's packages.
   */
  open(target: Target): Promise<Opened>;
}
