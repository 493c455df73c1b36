/** A grant's place in a token store. */
export interface GrantKey {
  /** Name of the provider: `music`. */
  readonly provider: string;
  /** Address of the authorization server. */
  readonly authUrl: string;
  /** Client ID of the app. */
  readonly clientId: string;
  /** Account of the user. Undefined for the application's own grant. */
  readonly account: string | undefined;
}

/** Returns the key under which a token store keeps a grant. */
export const toGrantKey = ({ provider, authUrl, clientId, account }: GrantKey): string =>
  [provider, authUrl, clientId, account === undefined ? 'app' : `user ${encodeURIComponent(account)}`].join(' ');

/** Reads a key that {@link toGrantKey} returned; undefined for other keys, such as those of secrets. */
export function readGrantKey(key: string): GrantKey | undefined {
  const [provider, authUrl, clientId, owner, account, ...rest] = key.split(' ');
  if (!provider || !authUrl || !clientId || rest.length > 0) return undefined;
  if (owner === 'app' && account === undefined) return { provider, authUrl, clientId, account };
  return owner === 'user' && account
    ? { provider, authUrl, clientId, account: decodeURIComponent(account) }
    : undefined;
}
