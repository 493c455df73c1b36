import { nearestName } from '@x/core/options';
import { apis, type Provider } from '../apis.ts';
import { Problem } from '../failure.ts';

/**
 * Checks a name that a person wrote.
 *
 * @param kind Kind of things that the names stand for: `API`.
 * @throws Problem that suggests the most similar name, or lists all.
 */
export function checkName<Name extends string>(kind: string, name: string, names: readonly Name[]): Name {
  const found = names.find((each) => each === name);
  if (found !== undefined) return found;
  const nearest = nearestName(name, names);
  const remedy = nearest ? `did you mean ${nearest}?` : `use one of ${names.join(', ')}`;
  throw new Problem(`there is no ${kind} ${JSON.stringify(name)}; ${remedy}`);
}

/** Checks the name of an API. */
export const checkApi = (name: string): Provider => checkName('API', name, Object.keys(apis));
