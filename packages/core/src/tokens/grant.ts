/** What an authorization server granted. Serialises and prints without its tokens; see {@link serializeGrant}. */
export interface Grant {
  /** The bearer token. Not enumerable. */
  readonly accessToken: string;
  /** Unix milliseconds; undefined when it does not expire. */
  readonly expiresAt?: number | undefined;
  /** Unix milliseconds at which it was given. */
  readonly obtainedAt?: number | undefined;
  /** Not enumerable. Undefined for app tokens. */
  readonly refreshToken?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  /** When the user consented, Unix milliseconds; refreshing does not change it. */
  readonly authorizedAt?: number | undefined;
}

/** Makes a grant whose tokens do not show in logs, `JSON.stringify` or `util.inspect`. */
export function createGrant({ accessToken, refreshToken, ...shown }: Grant): Grant {
  return Object.defineProperties({ ...shown } as Grant, {
    accessToken: { get: () => accessToken },
    refreshToken: { get: () => refreshToken },
  });
}

/** The persisted form, tokens included: for stores, never for logs. */
export function serializeGrant(grant: Grant): string {
  return JSON.stringify({ version: 1, ...grant, accessToken: grant.accessToken, refreshToken: grant.refreshToken });
}

/**
 * Reads the persisted form.
 *
 * @throws Error when it is damaged or was written by a release that this one does not know.
 */
export function parseGrant(text: string): Grant {
  let entry: { version?: unknown; accessToken?: unknown } | null = null;
  try {
    entry = JSON.parse(text);
  } catch {} // the parser's message would quote the text
  if (typeof entry?.accessToken !== 'string') throw new Error('The stored grant is damaged. Delete the entry.');
  const { version, ...grant } = entry;
  if (version !== 1)
    throw new Error(
      `The stored grant has format ${Number(version)}, this release reads 1. Update @x/core or delete the entry.`,
    );
  return createGrant(grant as Grant);
}
