import type { VerificationKey } from '@x/bank';
import type { Fault, SandboxClientOptions } from '@x/sandbox';

/** The options of the suite, as JSON. */
export interface SmokeOptions {
  /** What the clients take. */
  readonly clients: SandboxClientOptions;
  /** The token of a linked bank. */
  readonly accessToken: string;
  /** Address of the sandbox's switches. */
  readonly control: string;
  /**
   * In a page, the switch of its own server: `/on` and `/off` below it say whether the files of the bundle can be downloaded.
   * Undefined where they are on a disk.
   */
  readonly files?: string;
}

/** The requests and responses of the control, by path. */
export interface Switches {
  /** Sets the faults; none ends those that are set. */
  '/faults': { takes: readonly JsonFault[]; gives: null };
  /** Moves the sandbox's clock ahead. */
  '/advance': { takes: number; gives: null };
  /** Signs one webhook of each provider that sends some. */
  '/webhooks': { takes: null; gives: SignedWebhooks };
  /** Signs a user in who listens to events. */
  '/listen': { takes: null; gives: ListenDetails };
  /** Makes an event of a type happen. */
  '/fire': { takes: string; gives: number };
}

type JsonFault = Pick<Fault, 'provider' | 'path' | 'status' | 'times' | 'body' | 'stall'>;

/** A webhook as it would arrive. */
interface Signed {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A user who listens to events, and where. */
export interface ListenDetails {
  readonly url: string;
  readonly accessToken: string;
  readonly userId: string;
}

/** Webhooks, and what their receivers need. */
export interface SignedWebhooks {
  readonly stream: Signed & { readonly secret: string };
  readonly bank: Signed & { readonly key: VerificationKey };
}
