import { type Endpoint, endpoint } from '../endpoint.ts';
import type { Items } from '../items.ts';
import type { Link, LinkMetadata } from '../link.ts';
import type { Settings } from '../options.ts';
import { authorizeProducts } from '../products.ts';
import { refuseMissing } from '../request.ts';
import { requireWindow, type StatementsWindow } from '../statements.ts';
import type { UserReference, Users } from '../users.ts';

/** What a link token is made of, as far as the sandbox looks at it. */
interface TokenRequest extends UserReference {
  readonly client_name: string;
  readonly language: string;
  readonly country_codes: readonly string[];
  readonly user?: object;
  readonly third_party_user_token?: string;
  readonly products?: readonly string[];
  readonly required_if_supported_products?: readonly string[];
  readonly optional_products?: readonly string[];
  readonly additional_consented_products?: readonly string[];
  readonly webhook?: string;
  readonly access_token?: string;
  readonly access_tokens?: readonly string[];
  readonly redirect_uri?: string;
  readonly transactions?: { readonly days_requested?: number };
  readonly statements?: StatementsWindow;
  readonly account_filters?: LinkMetadata['account_filters'];
  readonly update?: { readonly account_selection_enabled?: boolean };
}

/** Link tokens. */
export function linkEndpoints(link: Link, items: Items, users: Users, settings: Settings): Endpoint[] {
  const isoTime = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
  return [
    endpoint('/link/token/create', (body: TokenRequest) => {
      const { user_id, user_token, third_party_user_token: shared, products = [], webhook, redirect_uri } = body;
      if (!body.user && user_id === undefined && user_token === undefined && shared === undefined)
        refuseMissing('user');
      const asked = [...products, ...(body.required_if_supported_products ?? [])];
      authorizeProducts(
        [...asked, ...(body.optional_products ?? []), ...(body.additional_consented_products ?? [])],
        settings.products,
      );
      requireWindow(asked, body.statements, 'statements');
      const isOwned = user_id !== undefined || user_token !== undefined;
      const owner = isOwned ? users.find({ user_id, user_token }) : shared && users.ofShared(shared);
      const token = link.createToken({
        products,
        webhook,
        window: { days: body.transactions?.days_requested },
        statements: body.statements,
        userId: owner ? owner.id : undefined,
        redirectUri: redirect_uri,
        updates: [body.access_token ?? [], body.access_tokens ?? []].flat().map(items.find),
        selectsAccounts: body.update?.account_selection_enabled ?? false,
        metadata: {
          initial_products: products,
          webhook: webhook ?? null,
          country_codes: body.country_codes,
          language: body.language,
          redirect_uri: redirect_uri ?? null,
          client_name: body.client_name,
          ...(body.account_filters && { account_filters: body.account_filters }),
        },
      });
      return {
        link_token: token.token,
        expiration: isoTime(token.expiresAt),
        ...(owner && { user_id: owner.id }),
      };
    }),
    endpoint('/link/token/get', ({ link_token }: { link_token: string }) => {
      const { createdAt, expiresAt, metadata, sessions } = link.findToken(link_token);
      return {
        link_token,
        created_at: isoTime(createdAt),
        expiration: isoTime(expiresAt),
        link_sessions: sessions,
        metadata,
      };
    }),
    endpoint('/link/oauth/correlation_id/exchange', (body: { link_correlation_id: string }) => ({
      link_token: link.correlate(body.link_correlation_id),
    })),
  ];
}
