import { isApiError, type Page } from '@x/core';
import type { Row, SignInProvider } from './providers.ts';
import type { Visit } from './session.ts';

/** Reason why a list cannot be shown. */
export type ListProblem = 'ended' | 'foreign-cursor' | 'down';

/** A list of the library, or the reason why it cannot be shown. */
export interface Section {
  readonly provider: SignInProvider;
  readonly outcome: Page<Row> | ListProblem;
  /** Links to the list's first and next pages. Undefined on the first and on the last page. */
  readonly first?: string | undefined;
  readonly next?: string | undefined;
}

/** Returns the reason why a call failed. Rethrows errors that are not from the provider. */
function problemOf(error: unknown): ListProblem {
  if (!isApiError(error)) throw error;
  if (error.code === 'invalid_cursor') return 'foreign-cursor';
  return error.code === 'reauthorization_required' || error.code === 'permission_denied' ? 'ended' : 'down';
}

/**
 * Fetches the lists of all signed-in users. A list's cursor is the query parameter with its provider's name, so paging
 * through one list leaves the others where they are. Signs out a user whose grant has ended.
 */
export async function fetchLibrary(
  providers: readonly SignInProvider[],
  accounts: Visit['accounts'],
  places: URLSearchParams,
  onError: (error: unknown) => void,
): Promise<Section[]> {
  const addressOf = (name: string, cursor: string | undefined) => {
    const query = new URLSearchParams(places);
    query.delete(name);
    if (cursor) query.set(name, cursor);
    return `/library?${query}#${name}`;
  };

  async function fetchSection(provider: SignInProvider): Promise<Section[]> {
    const { name } = provider;
    const account = accounts.get(name);
    const place = places.get(name) || undefined;
    if (!account) return [];
    try {
      const outcome = await provider.list(account, place);
      const next = outcome.nextCursor ? addressOf(name, outcome.nextCursor) : undefined;
      return [{ provider, outcome, first: place && addressOf(name, undefined), next }];
    } catch (error) {
      const outcome = problemOf(error);
      if (outcome === 'down') onError(error);
      if (outcome === 'ended' && accounts.delete(name)) await provider.accounts.delete(account.key);
      return [{ provider, outcome }];
    }
  }

  return (await Promise.all(providers.map(fetchSection))).flat();
}
