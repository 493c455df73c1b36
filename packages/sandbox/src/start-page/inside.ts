import type { Clock } from '../clock.ts';
import type { ProviderName } from '../context.ts';
import type { FaultBook } from '../faults.ts';
import type { ProviderOptions } from '../options.ts';
import type { SandboxRequest } from '../requests.ts';
import type { Sizes } from './data-sizes.ts';
import type { ProviderToken } from './tokens.ts';

/** What the start page sees of its sandbox and can do to it. */
export interface Inside {
  /** The providers that it serves. */
  readonly names: readonly ProviderName[];
  readonly seed: number;
  /** Address of the sandbox, as its clients see it. */
  url(): string;
  readonly requests: readonly SandboxRequest[];
  readonly faults: FaultBook;
  readonly clock: Clock;
  /** The oldest first. */
  tokens(): readonly ProviderToken[];
  /** What the clients take. */
  clients(): Readonly<Partial<Record<ProviderName, object>>>;
  /** Access token of a linked bank. */
  accessToken(): string;
  sizes(): Sizes;
  reset(changes: ProviderOptions): void;
  /** Aborted when the sandbox closes. */
  readonly closing: AbortSignal;
}
