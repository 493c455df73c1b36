import { offRealOrObjectWith, type Rule } from '../shared/check-fields.ts';
import type { SandboxProvider } from '../shared/provider.ts';

/** Creates the rule for the option `limits` in a sandbox of these APIs. */
export const limitsRule = (providers: readonly SandboxProvider[]): Rule =>
  offRealOrObjectWith(Object.fromEntries(providers.map(({ name, limitsRule }) => [name, limitsRule])));

/** Returns the limits of an API from a valid option `limits`. */
export const limitsFor = (limits: 'off' | 'real' | object = 'off', name: string): 'off' | 'real' | object =>
  typeof limits === 'string' ? limits : ((limits as Readonly<Record<string, 'off' | 'real' | object>>)[name] ?? 'off');
