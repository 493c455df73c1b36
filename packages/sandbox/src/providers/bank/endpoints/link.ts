import type { IdentityData } from '../data/identity-checks.ts';
import type { VerificationRequest } from '../data/identity-verifications.ts';
import { type IncomeRequest, readIncomeSpec } from '../data/income-spec.ts';
import type { Items } from '../data/items.ts';
import { requireWindow, type StatementsWindow } from '../data/statements.ts';
import type { User, UserReference } from '../data/users.ts';
import { authorizeProducts, type Call, type Endpoints } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import type { Link } from '../link/link.ts';
import type { LinkMetadata } from '../link/link-token.ts';
import type { Settings } from '../options.ts';
import type { Consents } from '../payments/consents.ts';
import type { Payments } from '../payments/payments.ts';
import { refuseMissing } from '../request.ts';
import type { MoneyMovement } from '../transfers/index.ts';
import { formatTime } from '../transfers/money.ts';
import type { Users } from './user.ts';

/** Fields of a link token request that the sandbox reads. */
interface TokenRequest extends UserReference, IncomeRequest {
  readonly client_name: string;
  readonly language: string;
  readonly country_codes: readonly string[];
  readonly user?: IdentityData & { readonly client_user_id?: string };
  readonly identity_verification?: { template_id: string; gave_consent: boolean; consent: boolean };
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
  readonly payment_initiation?: { readonly payment_id?: string; readonly consent_id?: string };
  readonly transfer?: { readonly intent_id?: string; readonly authorization_id?: string };
}

/** Parts of the bank that Link uses. */
interface Parts {
  readonly items: Items;
  readonly users: Users;
  readonly money: MoneyMovement;
  readonly payments: Payments;
  readonly consents: Consents;
}

/** Creates the endpoints for link tokens. */
export function linkEndpoints(link: Link, parts: Parts, settings: Settings): Endpoints {
  const { items, users } = parts;
  return {
    'POST /link/token/create': ({ body }: Call<TokenRequest>) => {
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
      const { authorized, ...task } = readTask(body, parts);
      const token = link.createToken({
        ...task,
        products,
        webhook,
        window: { days: body.transactions?.days_requested },
        statements: body.statements,
        userId: owner ? owner.id : undefined,
        redirectUri: redirect_uri,
        income: readIncomeSpec(asked, body, false),
        identity: asked.includes('identity_verification') ? identityRequest(body, owner || undefined) : undefined,
        updates: [...[body.access_token ?? [], body.access_tokens ?? []].flat().map(items.find), ...authorized],
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
        expiration: formatTime(token.expiresAt),
        ...(owner && { user_id: owner.id }),
      };
    },
    ...sessionEndpoints(link, parts),
  };
}

/** Returns the user's task in Link besides, or instead of, linking a bank. */
function readTask(
  { products, payment_initiation: initiation = {}, transfer = {} }: TokenRequest,
  { payments, consents, money }: Parts,
) {
  const { payment_id, consent_id } = initiation;
  if (products?.includes('payment_initiation') && (payment_id === undefined) === (consent_id === undefined))
    refuse('INVALID_FIELD', 'payment_initiation must have a payment_id or a consent_id');
  const { intent_id, authorization_id } = transfer;
  return {
    payment: payment_id === undefined ? undefined : payments.find(payment_id),
    paymentConsent: consent_id === undefined ? undefined : consents.find(consent_id),
    intent: intent_id === undefined ? undefined : money.intents.find(intent_id),
    authorized: authorization_id === undefined ? [] : [money.authorizations.find(authorization_id).item],
  };
}

/** Creates the endpoints for tokens and sessions of Link that exist. */
function sessionEndpoints(link: Link, parts: Parts): Endpoints {
  const { users } = parts;
  return {
    'POST /link/token/get': ({ body: { link_token } }: Call<{ link_token: string }>) => {
      const { createdAt, expiresAt, metadata, sessions } = link.findToken(link_token);
      return {
        link_token,
        created_at: formatTime(createdAt),
        expiration: formatTime(expiresAt),
        link_sessions: sessions,
        metadata,
      };
    },
    // Sessions in which a user shared their income.
    'POST /credit/sessions/get': ({ body: user }: Call<UserReference>) => ({
      sessions: link.creditSessions(users.find(user).id),
    }),
    'POST /link/oauth/correlation_id/exchange': ({ body }: Call<{ link_correlation_id: string }>) => ({
      link_token: link.correlate(body.link_correlation_id),
    }),
  };
}

/** Returns the request of a session that verifies the user's identity. */
function identityRequest(
  { user = {}, identity_verification }: TokenRequest,
  owner: User | undefined,
): VerificationRequest {
  const options = identity_verification ?? refuseMissing('identity_verification');
  const { phone_number, date_of_birth, email_address, name, address, id_number } = user;
  return {
    template_id: options.template_id,
    gave_consent: options.gave_consent || options.consent,
    client_user_id: owner?.clientUserId ?? user.client_user_id ?? refuseMissing('user.client_user_id'),
    user_id: owner?.id,
    user: { phone_number, date_of_birth, email_address, name, address, id_number },
  };
}
