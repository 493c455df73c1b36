import { scopes } from './data.ts';

/** The scopes of a space-separated list, each once; undefined when there is one that no user can grant. */
export function readScopes(list: string): readonly string[] | undefined {
  const asked = [...new Set(list.split(' ').filter(Boolean))];
  return asked.every((scope) => scopes.includes(scope)) ? asked : undefined;
}
