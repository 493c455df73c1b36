import type { ProviderName, SandboxClientOptions } from '@x/sandbox';
import type { CallName, WalkName } from './scenarios.ts';

/** `fetch` and `json()`, the baseline for all measurements. */
export const fetchName = 'fetch';
/** The least a call costs: undici without `fetch`, and `JSON.parse`. */
export const floorName = 'undici.request (floor)';

/** Settings that the sandbox's clients get for tests. */
type TestSettings = 'extension' | 'clock' | 'random' | 'validation';
type UserOptions = {
  readonly [Name in ProviderName]: Omit<SandboxClientOptions[Name], TestSettings> & {
    readonly validation?: 'strict';
  };
};

/** Where the stub is and what it serves: the options of our clients, and ids for the calls. */
export interface Target extends UserOptions {
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
  readonly provider?: ProviderName;
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
