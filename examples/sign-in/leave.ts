import { isApiError } from '@x/core';
import type { SignInProvider } from './providers.ts';
import type { Visit } from './session.ts';

/**
 * Deletes a grant, and revokes it first if the provider supports that. Returns whether the provider's part worked.
 *
 * @param onError Called when revoking failed.
 */
export async function leave(
  { accounts }: SignInProvider,
  key: string,
  onError: (error: unknown) => void,
): Promise<boolean> {
  try {
    await accounts.revoke?.(key);
    return true;
  } catch (error) {
    // A grant that has ended, or a token that the provider no longer knows, needs no revocation.
    if (isApiError(error) && (error.code === 'reauthorization_required' || error.status === 400)) return true;
    onError(error);
    return false;
  } finally {
    await accounts.delete(key);
  }
}

/** Signs out of all accounts of a session. Returns the providers where access could not be revoked. */
export async function leaveAll(
  providers: readonly SignInProvider[],
  accounts: Visit['accounts'],
  onError: (error: unknown) => void,
): Promise<SignInProvider[]> {
  const untold = providers.map(async (provider) => {
    const account = accounts.get(provider.name);
    return !account || (await leave(provider, account.key, onError)) ? [] : [provider];
  });
  return (await Promise.all(untold)).flat();
}
