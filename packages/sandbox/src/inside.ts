import type { createClockFollowers } from './clock/clock-followers.ts';
import type { FaultBook } from './faults/faults.ts';
import type { Sandbox } from './sandbox.ts';
import type { GivenToken } from './shared/context.ts';
import type { SandboxProvider } from './shared/provider.ts';
import type { Run } from './state/run.ts';

/** A sandbox with the internal parts of its faults. */
export type InnerSandbox = Sandbox & { readonly faults: FaultBook };

/** Parts of a sandbox that the control API and the start page use. */
export interface Inside {
  /** The sandbox, with options and controls of `providers` only. */
  readonly sandbox: InnerSandbox;
  /** The providers that it serves. */
  readonly providers: readonly SandboxProvider[];
  /** Returns the providers and their settings since the last reset. */
  current(): Run;
  /** Returns the time; to a follower, only once it has changed. */
  readonly followClock: ReturnType<typeof createClockFollowers>;
  /** Aborted when the sandbox closes. */
  readonly closing: AbortSignal;
}

/** A token, and the provider whose API it is for. */
export type ProviderToken = GivenToken & { readonly provider: string };

/** Returns the tokens of all providers, in the order in which they were issued. */
export const tokensOf = ({ providers, current }: Inside): readonly ProviderToken[] =>
  providers
    .flatMap(({ name: provider }) => {
      const tokens = current().plan(provider).servers().tokens?.() ?? [];
      return tokens.map((token) => ({ ...token, provider }));
    })
    .sort((one, other) => one.givenAt - other.givenAt);
