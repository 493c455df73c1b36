import { Configuration, CountryCode, PlaidApi, Strategy, WatchlistScreeningStatus } from 'plaid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../create-sandbox.ts';
import type { Sandbox } from '../../sandbox.ts';

// The flows of the integration tests of plaid-node, plaid-python, plaid-ruby and plaid-go: test/identity_verification.spec.ts
// and test/monitor.spec.ts of plaid-node (41ded7c, 8817306), and the tests of the others that have the same names.

const template_id = 'flwtmp_aWogUuKsL6NEHU';
const watchlist_program_id = 'prg_egdF5fGjY8fWqk';

let sandbox: Sandbox;
let plaid: PlaidApi;

beforeAll(async () => {
  sandbox = await createSandbox();
  const { baseUrl, clientId, secret } = sandbox.options.bank;
  plaid = new PlaidApi(
    new Configuration({
      basePath: baseUrl,
      baseOptions: { headers: { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secret } },
    }),
  );
});
afterAll(() => sandbox.close());

describe('the official client', () => {
  it.each([
    ['as plaid-node and plaid-ruby pass the user', 'idv-user-1', (id: string) => ({ user: { client_user_id: id } })],
    ['as plaid-python and plaid-go pass the user', 'idv-user-2', (id: string) => ({ client_user_id: id, user: {} })],
  ])('creates, retries, lists and gets a verification, %s', async (_, client_user_id, ownerOf) => {
    const { user, ...owner } = ownerOf(client_user_id);
    const created = await plaid.identityVerificationCreate({
      is_shareable: true,
      template_id,
      gave_consent: true,
      ...owner,
      user: { ...user, email_address: `${client_user_id}@example.com` },
    });
    expect(created.data.shareable_url).not.toBeNull();
    expect(created.data.status).toBe('active');

    const retried = await plaid.identityVerificationRetry({ template_id, client_user_id, strategy: Strategy.Reset });
    expect(retried.data.shareable_url).not.toBeNull();
    expect(retried.data).toMatchObject({ status: 'active', previous_attempt_id: created.data.id });

    const listed = await plaid.identityVerificationList({ template_id, client_user_id });
    expect(listed.data.identity_verifications.map((each) => each.client_user_id)).toEqual([
      client_user_id,
      client_user_id,
    ]);
    const identity_verification_id = listed.data.identity_verifications[0]?.id ?? '';
    const { data } = await plaid.identityVerificationGet({ identity_verification_id });
    expect(data.id).toBe(retried.data.id);
    expect(data.user.email_address).toBe(`${client_user_id}@example.com`);
  });

  it('creates, updates, lists and gets a screening', async () => {
    const client_user_id = 'monitor-user-1';
    const search_terms = {
      watchlist_program_id,
      legal_name: 'Domingo Huang',
      country: CountryCode.Us,
      date_of_birth: '1990-01-01',
      document_number: '123456789',
    };
    const { data } = await plaid.watchlistScreeningIndividualCreate({ client_user_id, search_terms });
    expect(data).toMatchObject({ search_terms, status: WatchlistScreeningStatus.Cleared });

    const updated = await plaid.watchlistScreeningIndividualUpdate({
      watchlist_screening_id: data.id,
      status: WatchlistScreeningStatus.PendingReview,
    });
    expect(updated.data.status).toBe(WatchlistScreeningStatus.PendingReview);

    const listed = await plaid.watchlistScreeningIndividualList({ watchlist_program_id, client_user_id });
    expect(listed.data.watchlist_screenings).toHaveLength(1);
    const watchlist_screening_id = listed.data.watchlist_screenings[0]?.id ?? '';
    const found = await plaid.watchlistScreeningIndividualGet({ watchlist_screening_id });
    expect(found.data.search_terms.legal_name).toBe('Domingo Huang');
  });
});
