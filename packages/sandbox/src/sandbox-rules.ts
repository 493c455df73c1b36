import * as v from 'valibot';
import { clockRules } from './clock/clock.ts';
import { controlTokenRule } from './control/token.ts';
import { delayRule, faultRules } from './faults/fault.ts';
import type { ProviderOptions, SandboxOptions } from './options.ts';
import { hostnamesRule } from './server/hosts.ts';
import {
  anObject,
  anyOf,
  aSeed,
  aString,
  isObject,
  listOfObjects,
  type OptionRules,
  objectWith,
  oneOf,
  type RulesOf,
  trueOrFalse,
  wholeNumber,
} from './shared/check-fields.ts';
import type { Clock } from './shared/clock.ts';
import { limitsRule } from './shared/limits.ts';
import type { SandboxProvider } from './shared/provider.ts';

/** Returns the rules of the options that `reset` can change. Each provider checks its own options. */
export const settingRules = (providers: readonly SandboxProvider[]): OptionRules => ({
  ...Object.fromEntries(providers.map(({ name }) => [name, anObject])),
  limits: limitsRule(providers),
});

const clockFunctions = ['now', 'advance', 'runUntil', 'set', 'state', 'schedule', 'sleep', 'stop'];

/** Returns whether a value is a clock, rather than settings for one. */
export const isClock = (value: unknown): value is Clock =>
  isObject(value) && clockFunctions.every((name) => typeof value[name] === 'function');

/** Rule for a clock, or for the settings of a new one. */
const clockRule = anyOf(
  `a clock of createClock, or an object with the fields ${Object.keys(clockRules).join(', ')}`,
  v.custom(isClock),
  objectWith(clockRules),
);

/** Creates the rules for the options of a sandbox of these APIs, apart from the APIs' own. */
export const sandboxRules = (names: readonly string[]) =>
  ({
    port: wholeNumber(0, 65_535),
    host: aString,
    allowedHosts: hostnamesRule,
    listen: trueOrFalse,
    seed: aSeed,
    latencyMs: anyOf(
      'a whole number from 0 to 2147483647, or { medianMs, sigma }',
      wholeNumber(0, 2 ** 31 - 1),
      delayRule,
    ),
    clock: clockRule,
    faults: listOfObjects('faults', faultRules(names)),
    controlToken: controlTokenRule,
    quirks: oneOf('off', 'real'),
  }) satisfies RulesOf<Omit<SandboxOptions, keyof ProviderOptions>>;
