import type { Clock } from '../clock.ts';
import type { ProviderName } from '../context.ts';
import type { FaultBook } from '../faults.ts';
import type { ProviderOptions, ResetOptions } from '../options.ts';
import type { SandboxRequest } from '../requests.ts';
import type { SandboxControls } from '../sandbox.ts';
import type { SandboxState } from '../state/document.ts';
import type { Stops } from '../state/record-controls.ts';
import type { Sizes } from './data-sizes.ts';
import type { ProviderToken } from './tokens.ts';

/** What the control API and the start page see of their sandbox and can do to it. */
export interface Inside {
  /** The providers that it serves. */
  readonly names: readonly ProviderName[];
  seed(): number;
  /** Address of the sandbox, as its clients see it. */
  url(): string;
  readonly requests: SandboxRequest[];
  readonly faults: FaultBook;
  readonly clock: Clock;
  /** The oldest first. */
  tokens(): readonly ProviderToken[];
  /** What the clients take. */
  clients(): Readonly<Partial<Record<ProviderName, object>>>;
  /** Access token of a linked bank. */
  accessToken(): string;
  sizes(): Sizes;
  /** Settings of the providers. */
  settings(): ProviderOptions;
  reset(changes: ResetOptions): void;
  controls(): SandboxControls;
  /** Functions that stop what controls have started. */
  stops(): Stops;
  save(): SandboxState;
  load(state: SandboxState): Promise<void>;
  /** Aborted when the sandbox closes. */
  readonly closing: AbortSignal;
}
