import type { Scopes } from '../consent.ts';
import { type Endpoint, endpoint, itemEndpoint } from '../endpoint.ts';
import { flag, integer, list, nullable, object, oneOf, required, text } from '../fields.ts';
import type { Item, Items } from '../items.ts';
import type { Settings } from '../options.ts';
import { refuse } from '../refusal.ts';

const access = () => nullable(flag());

const scopesField = object({
  product_access: object({
    statements: access(),
    identity: access(),
    auth: access(),
    transactions: access(),
    accounts_details_transactions: access(),
    accounts_routing_number: access(),
    accounts_statements: access(),
    accounts_tax_statements: access(),
    customers_profiles: access(),
  }),
  accounts: list(
    object({
      unique_id: required(text()),
      authorized: access(),
      account_product_access: nullable(
        object({ account_data: access(), statements: access(), tax_documents: access() }),
      ),
    }),
  ),
  new_accounts: access(),
});

// A user may take consent back whatever state the Item is in.
const anyState = { anyState: true } as const;

/** What users agreed to, and the applications they agreed to it for: here, that of the one client. */
export function applicationEndpoints(items: Items, settings: Settings): Endpoint[] {
  const isoTime = (ms: number) => new Date(ms).toISOString();
  const about = (accessToken: string | undefined) =>
    accessToken === undefined ? items.everMade() : [items.find(accessToken)];
  const isConnected = (item: Item) => !items.isRemoved(item) && item.error?.error_code !== 'USER_PERMISSION_REVOKED';
  const checkApplication = ({ consent }: Item, id: string) => {
    if (consent.applicationId !== id) refuse('INVALID_FIELD', 'application_id must be that of a connected application');
  };

  return [
    endpoint(
      '/item/activity/list',
      { access_token: text(), cursor: text(), count: integer(1, 50) },
      ({ access_token, cursor, count = 50 }) => {
        const found = about(access_token);
        const all = found.flatMap(({ consent }) => consent.activities);
        const offset = cursor === undefined ? 0 : parseOffset(cursor);
        const [newest] = [...found].reverse();
        return {
          activities: all.slice(offset, offset + count),
          last_data_access_times: newest
            ? [{ application_id: newest.consent.applicationId, ...latestAccess(found) }]
            : [],
          ...(offset + count < all.length && { cursor: formatOffset(offset + count) }),
        };
      },
    ),
    endpoint('/item/application/list', { access_token: nullable(text()) }, ({ access_token }) => {
      const connected = about(access_token).filter(isConnected);
      const byId = Map.groupBy(connected, ({ consent }) => consent.applicationId);
      const present = (application_id: string, name: string, createdAt: number, scopes: Scopes | null) => ({
        application_id,
        name,
        display_name: 'Sandbox application',
        logo_url: null,
        application_url: null,
        reason_for_access: null,
        created_at: isoTime(createdAt),
        scopes,
      });
      const others = about(access_token).flatMap(({ otherApplications }) => [...otherApplications]);
      return {
        applications: [
          ...[...byId].map(([application_id, list]) => {
            const createdAt = Math.min(...list.map((item) => item.createdAt));
            return present(application_id, settings.clientId, createdAt, list.at(-1)?.consent.scopes ?? null);
          }),
          ...others.map(([id, { createdAt }]) => present(id, id, createdAt, null)),
        ],
        disconnected_applications: [],
      };
    }),
    itemEndpoint(
      '/item/application/unlink',
      { application_id: required(text()) },
      ({ application_id }, item) => {
        if (item.otherApplications.delete(application_id)) return {};
        checkApplication(item, application_id);
        item.revoke();
        return {};
      },
      anyState,
    ),
    itemEndpoint(
      '/item/application/scopes/update',
      {
        application_id: required(text()),
        scopes: required(scopesField),
        state: text(),
        context: required(oneOf(['ENROLLMENT', 'PORTAL'])),
      },
      ({ application_id, scopes, state, context }, item) => {
        if (context === 'ENROLLMENT' && state === undefined)
          refuse('MISSING_FIELDS', 'the following required fields are missing: state');
        checkApplication(item, application_id);
        checkAccounts(item, scopes);
        item.consent.restrict(scopes);
        return {};
      },
      anyState,
    ),
  ];
}

/** Refuses accounts the login has not got; those that are hidden can be named to show them again. */
function checkAccounts(item: Item, { accounts = [] }: Scopes): void {
  const known = item.allAccounts().map(({ account_id }) => account_id);
  if (!accounts.every(({ unique_id }) => known.includes(unique_id))) refuse('INVALID_ACCOUNT_ID');
}

/** For each kind of data, the last time it went out for any of the Items. */
function latestAccess(items: readonly Item[]): object {
  const [first, ...rest] = items.map(({ consent }) => Object.entries(consent.accessTimes()));
  return Object.fromEntries(
    (first ?? []).map(([kind, time], index) => [
      kind,
      rest.reduce((latest, times) => later(latest, times[index]?.[1] ?? null), time),
    ]),
  );
}

const later = (one: string | null, two: string | null) => (one === null || (two !== null && two > one) ? two : one);

const formatOffset = (offset: number) => Buffer.from(`activities:${offset}`).toString('base64url');

function parseOffset(cursor: string): number {
  const offset = /^activities:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  return offset === undefined ? refuse('INVALID_FIELD', 'cursor must be one from an earlier answer') : Number(offset);
}
