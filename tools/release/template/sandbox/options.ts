import { aString, type RulesOf } from '../../shared/check-fields.ts';
import type { SandboxContext } from '../../shared/context.ts';

/** Settings of the Clocks API's sandbox. */
export interface ClocksSandboxOptions {
  /** API key that the sandbox accepts. Default: a key made from the seed. */
  apiKey?: string | undefined;
}

export const clocksRules = { apiKey: aString } satisfies RulesOf<ClocksSandboxOptions>;

/** Settings with their defaults. */
export interface Settings {
  readonly apiKey: string;
}

/** Fills in the defaults. */
export const resolveOptions = ({ random }: SandboxContext, { apiKey }: ClocksSandboxOptions): Settings => ({
  apiKey: apiKey ?? random('key').text(20),
});

/** Options with which a client calls this sandbox. */
export interface ClocksClientOptions {
  /** Address of the API in the sandbox. */
  baseUrl: string;
  /** API key that the sandbox accepts. */
  apiKey: string;
}
