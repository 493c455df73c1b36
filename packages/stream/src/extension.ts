import type { RulesOf } from '@x/core/options';
import * as optionKind from '@x/core/options';
import { base64url, codedError, timeOf } from '@x/core/provider';
import type { UserProvider } from '@x/oauth/provider';

/** The back end of an extension, for calls that use a signed token. */
export interface ExtensionOptions {
  /** Secret of the extension, in base64 as the developer console shows it. */
  secret: string;
  /** ID of the user who owns the extension. */
  ownerId: string;
}

/** Rules for the fields of the `extension` option. */
export const extensionRules = {
  secret: optionKind.required(optionKind.string),
  ownerId: optionKind.required(optionKind.string),
} satisfies RulesOf<ExtensionOptions>;

const lifetimeMs = 60_000;

/**
 * Lets a provider sign the tokens of extension endpoints. `createStreamClient` does this automatically. The client ID
 * must be the extension's.
 *
 * @see https://dev.twitch.tv/docs/extensions/building/#signing-the-jwt
 */
export function withExtension(provider: UserProvider, extension: ExtensionOptions | undefined): UserProvider {
  const { options } = provider;
  return {
    ...provider,
    serverOnly: provider.serverOnly === true || extension !== undefined,
    credentials: { ...provider.credentials, ...(extension && { 'extension.secret': extension.secret }) },
    grants: (tools) => ({
      ...provider.grants(tools),
      jwt: { get: (_background, _waitUntil, { params }) => sign(extension, params, timeOf(options)), reject() {} },
    }),
  };
}

/** Signs a token for one call. It contains the channel and the targets of the call. */
async function sign(extension: ExtensionOptions | undefined, params: Readonly<Record<string, unknown>>, now: number) {
  if (!extension)
    throw codedError(
      'unauthenticated',
      "this call needs a token signed by the extension's back end: set the option extension",
    );
  const { broadcaster_id = 'all', target } = params;
  const claims = {
    exp: Math.floor((now + lifetimeMs) / 1000),
    user_id: extension.ownerId,
    role: 'external',
    channel_id: broadcaster_id,
    ...(target !== undefined && { pubsub_perms: { send: target } }),
  };
  const encode = (text: string) => new TextEncoder().encode(text);
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims];
  const signed = parts.map((part) => base64url(encode(JSON.stringify(part)))).join('.');
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(extension.secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const signature = await crypto.subtle.sign('HMAC', key, encode(signed));
  return { accessToken: `${signed}.${base64url(new Uint8Array(signature))}` };
}

function bytesOf(secret: string) {
  try {
    return Uint8Array.from(atob(secret), (character) => character.charCodeAt(0));
  } catch {
    throw codedError(
      'unauthenticated',
      'the option extension.secret is not base64. Copy it from the developer console',
    );
  }
}
