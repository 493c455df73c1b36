import { isApiError, type SecretStore, toHttpStatus } from '@x/core';
import { optionsError } from '@x/core/options';
import { isFromApp, withoutTrailingSlash } from '@x/core/provider';
import type { BankClient } from './client.ts';
import { choosesAccounts } from './link-bank.ts';
import { linkPage } from './link-page.ts';
import { type NextStep, nextStep } from './next-step.ts';
import type { WebhookNotification } from './webhooks/message.ts';
import { createWebhookReceiver, type WebhookReceiverOptions } from './webhooks/receiver.ts';

type SessionParams = Parameters<BankClient['link']['createToken']>[0];

/** An Item of one of your users. */
export interface LinkedItem {
  /** ID of your user, from `userOf`. */
  readonly user: string;
  /** ID of the Item. */
  readonly item_id: string;
  /** Access token of the Item. Store it like a password. */
  readonly access_token: string;
}

/** Options of {@link linkRoutes}. */
export interface LinkRoutesOptions
  extends Partial<Pick<WebhookReceiverOptions, 'verificationKey' | 'clock' | 'onError'>> {
  /** Client to call Plaid with. */
  readonly bank: BankClient;
  /** Origin of your app, such as `https://app.example`. */
  readonly origin: string;
  /** Path of the routes. Default `/link`. */
  readonly basePath?: string | undefined;
  /** Path that the page sends the user to after Link. Default `/`. */
  readonly returnTo?: string | undefined;
  /** Returns the ID of the signed-in user of a request; undefined if there is none. */
  readonly userOf: (request: Request) => string | undefined | Promise<string | undefined>;
  /**
   * Params of `link.createToken`, without the user and the addresses. For transactions, `days_requested` is 730 unless you
   * set it, because it cannot be changed later.
   */
  readonly session: Omit<SessionParams, 'user' | 'user_id' | 'webhook' | 'redirect_uri' | 'access_token'>;
  /** Stores the access token of a new Item. If it rejects, the Item is removed at Plaid, and the user can link it again. */
  readonly onLinked: (item: LinkedItem) => unknown;
  /** Returns the access token of a user's Item; undefined if the Item is not the user's. */
  readonly tokenOf: (user: string, item_id: string) => string | undefined | Promise<string | undefined>;
  /** Called when an Item was removed at Plaid: delete its token. Default: there is no route to remove Items. */
  readonly onRemoved?: ((item: Omit<LinkedItem, 'access_token'>) => unknown) | undefined;
  /** Called when the user has gone through update mode: stop asking them to. No webhook follows. */
  readonly onRepaired?: ((item: Omit<LinkedItem, 'access_token'>) => unknown) | undefined;
  /** Called for each webhook, with its next step. Default: Link sets no webhook address. */
  readonly onWebhook?: ((event: WebhookNotification['event'], next: NextStep) => unknown) | undefined;
  /**
   * Store that remembers the users of Hosted Link, which ends with a webhook instead of on your page: a `secretStore`. Set
   * `hosted_link` in `session` as well. Default: none.
   */
  readonly hostedSessions?: SecretStore | undefined;
  /**
   * Whether OAuth banks send the user back to the page, whose address you register in Plaid's dashboard. Default `false`:
   * they open in their own window. Has no effect on Hosted Link, whose own page they return to.
   */
  readonly oauthRedirect?: boolean | undefined;
}

/** Routes of {@link linkRoutes}. */
export interface LinkRoutes {
  /** Responds to a request to one of the routes. Rejects only when one of your functions throws. */
  readonly handle: (request: Request) => Promise<Response>;
}

/** A session of Hosted Link, as it is stored. */
interface HostedSession {
  readonly user: string;
  /** Item that the user repairs. Undefined: the user links a new one. */
  readonly item?: string | undefined;
}

/** A response that is not 200. */
class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Creates the routes that link your users' banks with Plaid's Link, for any framework with `Request` and `Response`.
 *
 * | Request | Effect |
 * | --- | --- |
 * | `GET /link` | a page that opens Link; `?item=` opens update mode. OAuth banks return to it |
 * | `POST /link/token` | returns a `link_token`; with `{ item }`, one for update mode |
 * | `POST /link/exchange` | exchanges `{ public_token }`, calls `onLinked`, and returns the `item_id` |
 * | `POST /link/repaired` | calls `onRepaired` for `{ item }`, after `onSuccess` in update mode |
 * | `POST /link/remove` | removes `{ item }` at Plaid, and calls `onRemoved` |
 * | `POST /link/webhook` | verifies a webhook, and calls `onWebhook` |
 *
 * @throws ApiError `invalid_params` when `origin` is not an origin.
 * @example
 * const { handle } = linkRoutes({ bank, origin, userOf, session, onLinked, tokenOf });
 */
export function linkRoutes(options: LinkRoutesOptions): LinkRoutes {
  const { bank, origin, returnTo = '/', session, hostedSessions, onWebhook } = options;
  const basePath = withoutTrailingSlash(options.basePath ?? '/link');
  if (!URL.canParse(origin) || new URL(origin).origin !== origin)
    throw optionsError(
      { provider: 'bank', operation: 'linkRoutes', below: linkRoutes },
      `origin must be an origin such as "https://app.example"; got ${JSON.stringify(origin)}`,
    );
  const { verificationKey = bank.webhooks.verificationKey, clock, onError } = options;
  const webhooks = createWebhookReceiver({ verificationKey, ...(clock && { clock }), ...(onError && { onError }) });
  const page = `${origin}${basePath}`;
  const asksWebhooks = onWebhook !== undefined || hostedSessions !== undefined;

  const ownToken = async (user: string, item: unknown) => {
    const token = typeof item === 'string' && item !== '' ? await options.tokenOf(user, item) : undefined;
    if (token === undefined) throw new Refusal(404, 'You have no such bank connection.');
    return { item: item as string, access_token: token };
  };
  const link = async (user: string, public_token: string) => {
    const { access_token, item_id } = await bank.item.exchangePublicToken({ public_token });
    try {
      await options.onLinked({ user, item_id, access_token });
    } catch (error) {
      // Nobody could remove the Item any more, and Plaid may bill it. The first error is still the reason.
      await bank.item.remove({ access_token }).catch(() => {});
      throw error;
    }
    return { item_id };
  };

  const create = (params: SessionParams) => {
    const transactions = { days_requested: 730, ...session.transactions };
    return bank.link.createToken(session.products?.includes('transactions') ? { ...params, transactions } : params);
  };
  const update = async ({ products: _, transactions: __, ...params }: SessionParams, user: string, item: unknown) =>
    bank.link.createUpdateToken({
      update: choosesAccounts,
      ...params,
      access_token: (await ownToken(user, item)).access_token,
    });

  const actions: Readonly<Record<string, (user: string, body: Readonly<Record<string, unknown>>) => Promise<object>>> =
    {
      async token(user, { item }) {
        const params: SessionParams = {
          ...session,
          user: { client_user_id: user },
          ...(asksWebhooks && { webhook: `${page}/webhook` }),
          ...(options.oauthRedirect && !session.hosted_link && { redirect_uri: page }),
        };
        const { link_token, hosted_link_url } = await (item === undefined
          ? create(params)
          : update(params, user, item));
        await hostedSessions?.set(link_token, JSON.stringify({ user, item }));
        return { link_token, ...(hosted_link_url && { hosted_link_url }) };
      },
      async exchange(user, { public_token }) {
        if (typeof public_token !== 'string') throw new Refusal(400, 'public_token is missing.');
        return link(user, public_token);
      },
      async repaired(user, { item }) {
        const { item: item_id } = await ownToken(user, item);
        await options.onRepaired?.({ user, item_id });
        return {};
      },
      async remove(user, { item }) {
        if (!options.onRemoved) throw new Refusal(404, 'There is no such route.');
        const { item: item_id, access_token } = await ownToken(user, item);
        await bank.item.remove({ access_token }).catch((error) => {
          if (!isApiError(error) || error.code !== 'not_found') throw error; // already removed
        });
        await options.onRemoved({ user, item_id });
        return {};
      },
    };

  /** Links or repairs the Items of a session of Hosted Link. */
  async function finishHosted(event: WebhookNotification['event']): Promise<void> {
    if (!hostedSessions || event.webhook_type !== 'LINK' || event.webhook_code !== 'SESSION_FINISHED') return;
    if (event.status !== 'SUCCESS') return; // the user can open the page again
    const stored = await hostedSessions.get(event.link_token);
    if (stored === undefined) return; // the webhook has arrived twice
    const { user, item }: HostedSession = JSON.parse(stored);
    if (item !== undefined) await options.onRepaired?.({ user, item_id: item });
    else
      for (const public_token of event.public_tokens ?? [])
        await link(user, public_token).catch((error) => {
          // After a failure, Plaid sends the webhook again, with tokens that were already exchanged.
          if (!isApiError(error) || error.providerCode !== 'INVALID_PUBLIC_TOKEN') throw error;
        });
    await hostedSessions.delete(event.link_token);
  }

  async function respond(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const rest =
      pathname === basePath ? '' : pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length + 1) : '?';
    if (rest === 'webhook')
      return webhooks.handle(request, {
        async notification({ event }) {
          await finishHosted(event);
          await onWebhook?.(event, nextStep(event));
        },
      });
    if (rest === '' && request.method === 'GET') return linkPage(basePath, returnTo);
    const action = Object.hasOwn(actions, rest) ? actions[rest] : undefined;
    if (!action) throw new Refusal(404, 'There is no such route.');
    if (request.method !== 'POST') throw new Refusal(405, 'Send a POST request.');
    if (!isFromApp(request, origin)) throw new Refusal(403, 'The request does not come from a page of this app.');
    const user = await options.userOf(request);
    if (!user) throw new Refusal(401, 'Sign in first.');
    const body = Object(await request.json().catch(() => ({})));
    return Response.json(await action(user, body));
  }

  return {
    async handle(request) {
      const response = await respond(request).catch((error) => {
        if (error instanceof Refusal) return Response.json({ message: error.message }, { status: error.status });
        if (!isApiError(error)) throw error;
        return Response.json(
          { code: error.providerCode ?? error.code, ...nextStep(error) },
          { status: toHttpStatus(error) },
        );
      });
      response.headers.set('cache-control', 'no-store');
      response.headers.set('x-content-type-options', 'nosniff');
      return response;
    },
  };
}
