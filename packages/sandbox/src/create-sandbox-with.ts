import type { Faults } from './faults/faults.ts';
import type { LimitsOf, OptionsOf, SandboxLimits, SandboxOptions } from './options.ts';
import { providers } from './providers.ts';
import type { ClientOptionsOf, ControlsOf, Sandbox } from './sandbox.ts';
import { sandboxRules } from './sandbox-rules.ts';
import type { SandboxRequests } from './server/received.ts';
import { invalid } from './shared/check-fields.ts';
import type { SandboxProvider } from './shared/provider.ts';
import { startSandbox } from './start-sandbox.ts';

/** Settings and limits of your own APIs, by their names. */
export type OwnSettings<Own extends SandboxProvider> = { readonly [Each in Own as Each['name']]?: OptionsOf<Each> } & {
  /** Whether requests are limited: `off`, `real`, or numbers by API. Default `off`. */
  limits?: 'off' | 'real' | (SandboxLimits & { readonly [Each in Own as Each['name']]?: LimitsOf<Each> }) | undefined;
};

/** Parts of a sandbox that include your own APIs. */
export interface OwnParts<Own extends SandboxProvider> {
  /** Ready-made client options, by API. */
  readonly options: { readonly [Each in Own as Each['name']]: ClientOptionsOf<Each> };
  /** Controls of the APIs that have any. */
  readonly controls: { readonly [Each in Own as Each['name']]: ControlsOf<Each> };
  /** Faults on demand. */
  readonly faults: Faults<Own['name']>;
  /** Requests that arrived, oldest first. */
  readonly requests: SandboxRequests<Own['name']>;
  /** Restarts the APIs, with `changes` to their settings. */
  reset(changes?: OwnSettings<Own>): void;
}

/**
 * Starts the five APIs, with your own APIs beside them.
 *
 * @param own APIs defined by `defineSandboxProvider` of `@x/sandbox/provider`.
 * @param options Options of `createSandbox`, and options of your own APIs by their names.
 * @throws ApiError `invalid_params` for a name that is taken, and for options that are not valid.
 *
 * @example
 * const sandbox = await createSandboxWith([clock], { limits: { clock: { requests: 2 } } });
 * const response = await fetch(`${sandbox.options.clock.baseUrl}/time`);
 */
export async function createSandboxWith<const Own extends SandboxProvider>(
  own: readonly Own[],
  options: Omit<SandboxOptions, 'limits'> & OwnSettings<Own> = {} as OwnSettings<Own>,
): Promise<Sandbox & OwnParts<Own>> {
  const served: SandboxProvider[] = Object.values(providers);
  const settings = [...Object.keys(sandboxRules([])), 'limits'];
  for (const provider of own) {
    const { name } = provider;
    if (settings.includes(name) || served.some((other) => other.name === name))
      throw invalid(`the name ${name} is taken. Give your API another one`, 'createSandboxWith');
    served.push(provider);
  }
  // It has the options, faults and controls of all served APIs.
  return (await startSandbox(served, options as SandboxOptions)) as Sandbox & OwnParts<Own>;
}
