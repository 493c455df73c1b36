/** Limits of a provider: none, the real API's, or your own numbers in place of the real ones. */
export type Limits<Numbers extends object> = 'off' | 'real' | Numbers;

/** The numbers that are set. */
type SetNumbers<Numbers> = { [Name in keyof Numbers]?: Exclude<Numbers[Name], undefined> };

/** Returns the numbers to use in place of the real ones; undefined if nothing is limited. */
export function numbersOf<Numbers extends object>(limits: Limits<Numbers> = 'off'): SetNumbers<Numbers> | undefined {
  if (limits === 'off') return undefined;
  if (limits === 'real') return {};
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)) as SetNumbers<Numbers>;
}
