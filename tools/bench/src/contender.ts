import type { ProviderName, SandboxClientOptions } from '@x/sandbox';
import type { CallName, WalkName } from './scenarios.ts';

/** `fetch` and `json()`, the baseline for all measurements. */
export const fetchName = 'fetch';
/** The least that a call can cost: undici without `fetch`, and `JSON.parse`. */
export const floorName = 'undici.request (floor)';

/** Settings that the sandbox's clients get for tests. */
type TestSettings = 'extension' | 'clock' | 'random' | 'validation';
type UserOptions = {
  readonly [Name in ProviderName]: Omit<SandboxClientOptions[Name], TestSettings> & {
    readonly validation?: 'strict';
  };
};

/** Address and contents of the stub: options for our clients, and IDs for the calls. */
export interface Target extends UserOptions {
  /** Token for clients that do not request their own. */
  readonly token: string;
  readonly bankToken: string;
  readonly trackIds: readonly string[];
  readonly playlistId: string;
}

/** A client that calls the stub. */
export interface Opened {
  /** Each makes one call and returns the number of records that arrived. */
  readonly calls: { readonly [name in CallName]?: () => Promise<number> };
  /** Each reads a whole list and yields the number of records on each page. */
  readonly walks?: { readonly [name in WalkName]?: () => AsyncIterable<number> };
}

/** A client or baseline that is measured. */
export interface Contender {
  /** Name in the tables. */
  readonly name: string;
  /** Baselines are not clients; other contenders are compared with them. */
  readonly kind: 'baseline' | 'peer' | 'ours';
  /** Provider whose API it can call. Undefined: any. */
  readonly provider?: ProviderName;
  /** Packages that its users install, and the names that they import from each. */
  readonly imports: Readonly<Record<string, string>>;
  /** Set for another setting of a client that is already listed. Only its calls are measured. */
  readonly isVariant?: true;
  /** The call that a cold start ends with. */
  readonly first: CallName;
  /**
   * Creates a new client the way its users do. It imports the packages itself, so that each process loads only one
   * contender's packages.
   */
  open(target: Target): Promise<Opened>;
}
