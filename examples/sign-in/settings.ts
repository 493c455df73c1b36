/** Settings from environment variables. Credentials of one provider are enough. */
export interface Settings {
  /** `PORT`, on 127.0.0.1. Default 3000. */
  readonly port: number;
  /** `ORIGIN`: address that browsers use, if a proxy in front adds TLS. */
  readonly origin: string | undefined;
  /** `SESSION_SECRET`: signs and encrypts cookies, at least 32 characters. Default: new at each start. */
  readonly sessionSecret: string | undefined;
  /** `STREAM_CLIENT_ID` and `STREAM_CLIENT_SECRET`, from <https://dev.twitch.tv/console/apps>. */
  readonly stream: Credentials | undefined;
  /** `MUSIC_CLIENT_ID` and `MUSIC_CLIENT_SECRET`, from <https://developer.spotify.com/dashboard>. */
  readonly music: Credentials | undefined;
}

/** Credentials of an app at a provider. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** `STREAM_URL` or `MUSIC_URL`: address of a sandbox instead of the real host. */
  readonly baseUrl: string | undefined;
  /** `STREAM_AUTH_URL` or `MUSIC_AUTH_URL`: address of the sandbox's consent page. */
  readonly authUrl: string | undefined;
}

/** Error for an invalid setting. The message names it and explains what to do. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * Reads the environment; an empty variable counts as not set.
 *
 * @throws SettingsError for the first invalid setting.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  return {
    port: portOf(env.PORT || '3000'),
    origin: env.ORIGIN ? originOf(env.ORIGIN) : undefined,
    sessionSecret: env.SESSION_SECRET ? secretOf(env.SESSION_SECRET) : undefined,
    stream: credentialsOf(env, 'STREAM'),
    music: credentialsOf(env, 'MUSIC'),
  };
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new SettingsError(`PORT must be a whole number from 0 to 65535; got ${JSON.stringify(text)}`);
}

function originOf(text: string): string {
  if (URL.canParse(text)) {
    const { protocol, origin, href } = new URL(text);
    if (['http:', 'https:'].includes(protocol) && href === `${origin}/`) return origin;
  }
  throw new SettingsError(
    `ORIGIN must be an address without a path, such as https://app.example; got ${JSON.stringify(text)}`,
  );
}

function secretOf(text: string): string {
  if (text.length >= 32) return text;
  throw new SettingsError(
    `SESSION_SECRET must have at least 32 characters; it has ${text.length}. Create one with: openssl rand -base64 32`,
  );
}

function credentialsOf(
  env: Readonly<Record<string, string | undefined>>,
  provider: 'STREAM' | 'MUSIC',
): Credentials | undefined {
  const names = [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`] as const;
  const [clientId, clientSecret] = [env[names[0]], env[names[1]]];
  if (clientId && clientSecret)
    return { clientId, clientSecret, baseUrl: env[`${provider}_URL`], authUrl: env[`${provider}_AUTH_URL`] };
  if (!clientId && !clientSecret) return undefined;
  const [set, missing] = clientId ? names : [names[1], names[0]];
  throw new SettingsError(`${set} is set, but ${missing} is not. Set both, or neither of them`);
}
