import { offRealOrObjectWith, type Rule } from './check-fields.ts';

/** Limits of a provider: none, the real API's, or your own numbers in place of the real ones. */
export type Limits<Numbers extends object> = 'off' | 'real' | Numbers;

type SetNumbers<Numbers> = { [Name in keyof Numbers]?: Exclude<Numbers[Name], undefined> };

/** Returns the numbers to use in place of the real ones; undefined if nothing is limited. */
export function numbersOf<Numbers extends object>(limits: Limits<Numbers> = 'off'): SetNumbers<Numbers> | undefined {
  if (limits === 'off') return undefined;
  if (limits === 'real') return {};
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)) as SetNumbers<Numbers>;
}

/** Creates the rule for the option `limits` in a sandbox of these APIs. */
export const limitsRule = (providers: readonly { readonly name: string; readonly limitsRule: Rule }[]): Rule =>
  offRealOrObjectWith(Object.fromEntries(providers.map(({ name, limitsRule }) => [name, limitsRule])));

/** Returns the limits of an API from a valid option `limits`. */
export const limitsFor = (limits: 'off' | 'real' | object = 'off', name: string): 'off' | 'real' | object =>
  typeof limits === 'string' ? limits : ((limits as Readonly<Record<string, 'off' | 'real' | object>>)[name] ?? 'off');
