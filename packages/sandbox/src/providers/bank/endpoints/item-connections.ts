import { type DataKind, dataKinds, type Scopes } from '../data/consent.ts';
import type { Item } from '../data/item.ts';
import type { Items } from '../data/items.ts';
import type { Call, Endpoints } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import type { Settings } from '../options.ts';
import { refuseMissing } from '../request.ts';

// A user may withdraw consent in any state of the Item.
const anyState = { anyState: true } as const;

interface ScopesUpdate {
  readonly application_id: string;
  readonly scopes: Scopes;
  readonly state?: string;
  readonly context: 'ENROLLMENT' | 'PORTAL';
}

/** Creates the endpoints for users' consents and the applications they gave them to. Here, that is the only client. */
export function applicationEndpoints(items: Items, settings: Settings): Endpoints {
  const about = (accessToken: string | undefined) =>
    accessToken === undefined ? items.everMade() : [items.find(accessToken)];
  const isConnected = (item: Item) => !items.isRemoved(item) && item.error?.error_code !== 'USER_PERMISSION_REVOKED';

  return {
    'POST /item/activity/list': ({
      body: { access_token, cursor, count },
    }: Call<{ access_token?: string; cursor?: string; count: number }>) => {
      const found = about(access_token);
      const all = found.flatMap(({ consent }) => consent.activities);
      const offset = cursor === undefined ? 0 : parseOffset(cursor);
      const newest = found.at(-1);
      return {
        activities: all.slice(offset, offset + count),
        last_data_access_times: newest
          ? [{ application_id: newest.consent.applicationId, ...latestAccess(found) }]
          : [],
        ...(offset + count < all.length && { cursor: formatOffset(offset + count) }),
      };
    },
    'POST /item/application/list': ({ body: { access_token } }: Call<{ access_token?: string }>) => {
      const byId = Map.groupBy(about(access_token).filter(isConnected), ({ consent }) => consent.applicationId);
      const own = [...byId].map(([id, list]) => {
        const createdAt = Math.min(...list.map((item) => item.createdAt));
        return present(id, settings.clientId, createdAt, list.at(-1)?.consent.scopes ?? null);
      });
      const others = about(access_token).flatMap(({ otherApplications }) => [...otherApplications]);
      return {
        applications: [...own, ...others.map(([id, { createdAt }]) => present(id, id, createdAt, null))],
        disconnected_applications: [],
      };
    },
    'POST /item/application/unlink': {
      ...anyState,
      answer: ({ body: { application_id }, item }: Call<{ application_id: string }>) => {
        if (item.otherApplications.delete(application_id)) return;
        checkApplication(item, application_id);
        item.revoke();
      },
    },
    'POST /item/application/scopes/update': {
      ...anyState,
      answer: ({ body: { application_id, scopes, state, context }, item }: Call<ScopesUpdate>) => {
        if (context === 'ENROLLMENT' && state === undefined) refuseMissing('state');
        checkApplication(item, application_id);
        // Hidden accounts can be named to show them again, but not accounts that the login does not have.
        const known = item.allAccounts().map(({ account_id }) => account_id);
        if (!(scopes.accounts ?? []).every(({ unique_id }) => known.includes(unique_id))) refuse('INVALID_ACCOUNT_ID');
        item.consent.restrict(scopes);
      },
    },
  };
}

const checkApplication = ({ consent }: Item, id: string) => {
  if (consent.applicationId !== id) refuse('INVALID_FIELD', 'application_id must be the ID of a connected application');
};

const present = (application_id: string, name: string, createdAt: number, scopes: Scopes | null) => ({
  application_id,
  name,
  display_name: 'Sandbox application',
  logo_url: null,
  application_url: null,
  reason_for_access: null,
  created_at: new Date(createdAt).toISOString(),
  scopes,
});

/** Returns, for each kind of data, the last time it was read from any of the Items. */
function latestAccess(items: readonly Item[]): object {
  const latest = (kind: DataKind) => items.map(({ consent }) => consent.accessedAt(kind) ?? '').reduce(later) || null;
  return Object.fromEntries(dataKinds.map((kind) => [kind, latest(kind)]));
}

const later = (one: string, other: string) => (one > other ? one : other);

const formatOffset = (offset: number) => Buffer.from(`activities:${offset}`).toString('base64url');

function parseOffset(cursor: string): number {
  const offset = /^activities:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  return offset === undefined
    ? refuse('INVALID_FIELD', 'cursor must be the cursor of an earlier response')
    : Number(offset);
}
