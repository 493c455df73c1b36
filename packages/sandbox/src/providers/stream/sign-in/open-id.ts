import { generateKeyPairSync, sign } from 'node:crypto';
import type { SandboxContext } from '../../../shared/context.ts';
import type { World } from '../data/world.ts';
import type { Settings } from '../options.ts';

/** Data that an app asked for together with the scope `openid`. */
export interface OpenIdRequest {
  readonly nonce: string | null;
  /** Names of the optional claims that the ID token shall have. */
  readonly claims: readonly string[];
}

const lifetimeSeconds = 900;

/** Reads an app's request for an ID token; undefined without the scope `openid`. */
export function readOpenId(query: URLSearchParams, scopes: readonly string[]): OpenIdRequest | undefined {
  if (!scopes.includes('openid')) return undefined;
  let claims: string[] = [];
  try {
    claims = Object.keys(JSON.parse(query.get('claims') ?? '{}').id_token ?? {});
  } catch {} // the real host ignores claims that are no JSON
  return { nonce: query.get('nonce'), claims };
}

/** Creates the parts of OpenID Connect: ID tokens, and the keys that verify them. */
export function createOpenId(context: SandboxContext, settings: Settings, world: World) {
  // Created when it is first needed, because that takes a while.
  let keys: ReturnType<typeof createKeys> | undefined;
  const find = () => {
    keys ??= createKeys();
    return keys;
  };
  const issuer = () => `${context.baseUrl()}/id/oauth2`;

  return {
    /** Returns the ID token of a user who granted the scope `openid`. */
    issue(userId: string, { nonce, claims }: OpenIdRequest, scopes: readonly string[]): string {
      const user = world.users().byId.get(userId);
      const now = Math.floor(context.clock.now() / 1000);
      const mayShowEmail = scopes.includes('user:read:email');
      const optional: Readonly<Record<string, unknown>> = {
        preferred_username: user?.display_name,
        picture: user?.profile_image_url,
        ...(mayShowEmail && { email: user?.email, email_verified: true }),
      };
      return find().sign({
        aud: settings.clientId,
        exp: now + lifetimeSeconds,
        iat: now,
        iss: issuer(),
        sub: userId,
        azp: settings.clientId,
        ...(nonce !== null && { nonce }),
        ...Object.fromEntries(claims.filter((name) => name in optional).map((name) => [name, optional[name]])),
      });
    },
    keys: () => ({ keys: [find().publicKey] }),
    configuration: () => ({
      issuer: issuer(),
      authorization_endpoint: `${issuer()}/authorize`,
      token_endpoint: `${issuer()}/token`,
      jwks_uri: `${issuer()}/keys`,
      response_types_supported: ['code', 'token'],
      scopes_supported: ['openid'],
      id_token_signing_alg_values_supported: ['RS256'],
      subject_types_supported: ['public'],
    }),
  };
}

export type OpenId = ReturnType<typeof createOpenId>;

/** Creates a key pair as the real host has one. It does not depend on the seed, and nothing compares its signatures. */
function createKeys() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return {
    publicKey: { ...publicKey.export({ format: 'jwk' }), alg: 'RS256', kid: '1', use: 'sig' },
    sign(claims: object): string {
      const content = `${part({ alg: 'RS256', typ: 'JWT', kid: '1' })}.${part(claims)}`;
      return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`;
    },
  };
}
