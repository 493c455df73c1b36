import { describe, expect, test } from 'vitest';
import { hook, startBank } from '../../../../test/bank.ts';

const watchlist_program_id = 'prg_egdF5fGjY8fWqk';
const entity_watchlist_program_id = 'entprg_2eRPsDnL66rZ7H';

interface Screening {
  id: string;
  status: string;
  search_terms: { version: number };
}

interface Hits {
  watchlist_screening_hits: {
    id: string;
    list_code: string;
    review_status: string;
    inactive_since: string | null;
    plaid_uid: string;
    analysis: Record<string, string>;
  }[];
}

/** Starts a sandbox. The test receives its dashboard webhooks. */
function start() {
  const started = startBank({ webhook: hook });
  const { ask } = started;
  const screen = (terms: object) =>
    ask<Screening>('/watchlist_screening/individual/create', { search_terms: { watchlist_program_id, ...terms } });
  const update = (watchlist_screening_id: string, changes: object) =>
    ask<Screening>('/watchlist_screening/individual/update', { watchlist_screening_id, ...changes });
  const hits = async (watchlist_screening_id: string) =>
    (await ask<Hits>('/watchlist_screening/individual/hit/list', { watchlist_screening_id })).watchlist_screening_hits;
  return { ...started, screen, update, hits };
}

describe('a person', () => {
  test.each([
    [
      'of the same name and birthday',
      { legal_name: 'Aleksey Potemkin', date_of_birth: '1990-05-29' },
      ['match', 'match'],
    ],
    ['whose name is written differently', { legal_name: 'POTEMKIN, ALEKSEY' }, ['match', 'no_input']],
    ['with a middle name', { legal_name: 'Aleksey Ivanovich Potemkin' }, ['partial_match', 'no_input']],
    [
      'born in the same year',
      { legal_name: 'Ottoline Vetchling', date_of_birth: '1961-04-01' },
      ['match', 'partial_match'],
    ],
  ])('%s is found', async (_, terms, [names, dates_of_birth]) => {
    const { screen, hits } = start();
    const { id, status } = await screen(terms);
    expect(status).toBe('pending_review');
    expect((await hits(id))[0]?.analysis).toMatchObject({ names, dates_of_birth });
  });

  test.each([
    ['with half the name', { legal_name: 'Potemkin' }],
    ['born in another year', { legal_name: 'Aleksey Potemkin', date_of_birth: '1991-05-29' }],
    ['whose name is a weak alias', { legal_name: 'The Builder' }],
  ])('%s is cleared', async (_, terms) => {
    const { screen, hits } = start();
    const { id, status } = await screen(terms);
    expect([status, await hits(id)]).toEqual(['cleared', []]);
  });

  test('has the same uid in every search', async () => {
    const { screen, hits } = start();
    const uids = await Promise.all(
      [1, 2].map(async () => (await hits((await screen({ legal_name: 'Cassius Nightjar' })).id))[0]?.plaid_uid),
    );
    expect(uids[0]).toMatch(/^uid_/);
    expect(uids[1]).toBe(uids[0]);
  });
});

describe('new search terms', () => {
  test('deactivate hits that no longer match, add new ones, and keep reviewed ones', async () => {
    const { ask, screen, update, hits, told } = start();
    const { id } = await screen({ legal_name: 'Aleksey Potemkin' });
    const [first, second] = await hits(id);
    await ask('/watchlist_screening/individual/review/create', {
      watchlist_screening_id: id,
      confirmed_hits: [],
      dismissed_hits: [first?.id],
    });
    await told();
    const renamed = await update(id, { search_terms: { legal_name: 'Ottoline Vetchling' } });
    expect(renamed).toMatchObject({ status: 'pending_review', search_terms: { version: 2 } });
    expect(
      (await hits(id)).map((hit) => [hit.id, hit.list_code, hit.review_status, hit.inactive_since === null]),
    ).toEqual([
      [first?.id, 'US_SDN', 'dismissed', true],
      [second?.id, 'EU_CON', 'pending_review', false],
      [expect.any(String), 'IZ_PEP', 'pending_review', true],
    ]);
    expect(await told()).toEqual([]);
    expect((await update(id, { search_terms: { legal_name: 'Ann Bee' } })).status).toBe('cleared');
    expect(await told()).toEqual([
      { webhook_type: 'SCREENING', webhook_code: 'STATUS_UPDATED', screening_id: id, environment: 'sandbox' },
    ]);
  });

  test('add no hits for rejected customers', async () => {
    const { screen, update, hits } = start();
    const { id } = await screen({ legal_name: 'Ann Bee' });
    await update(id, { status: 'rejected' });
    expect((await update(id, { search_terms: { legal_name: 'Aleksey Potemkin' } })).status).toBe('rejected');
    expect(await hits(id)).toEqual([]);
  });
});

test('the daily rescan finds people and organizations that are added to a list later', async () => {
  const { ask, screen, bank, told } = start();
  const { id } = await screen({ legal_name: 'Ann Bee' });
  const search_terms = { entity_watchlist_program_id, legal_name: 'Second Kettle' };
  const entity = await ask<Screening>('/watchlist_screening/entity/create', { search_terms });
  expect([entity.status, await told()]).toEqual(['cleared', []]);
  bank.controls.addToWatchlist('individual', { names: ['Ann Bee'], list: 'UK_HMC', programs: [] });
  bank.controls.addToWatchlist('entity', { names: ['Second Kettle'], list: 'US_CMC', programs: [] });
  expect(await told()).toEqual([
    { webhook_type: 'SCREENING', webhook_code: 'STATUS_UPDATED', screening_id: id, environment: 'sandbox' },
    {
      webhook_type: 'ENTITY_SCREENING',
      webhook_code: 'STATUS_UPDATED',
      entity_screening_id: entity.id,
      environment: 'sandbox',
    },
  ]);
  const { watchlist_screenings } = await ask<{ watchlist_screenings: object[] }>(
    '/watchlist_screening/individual/history/list',
    { watchlist_screening_id: id },
  );
  expect(watchlist_screenings).toMatchObject([{ status: 'pending_review', audit_trail: { source: 'system' } }]);
});

test('invalid requests for screenings are refused', async () => {
  const { fail, screen, hits } = start();
  const { id: watchlist_screening_id } = await screen({ legal_name: 'Aleksey Potemkin' });
  const [hit] = await hits(watchlist_screening_id);
  const create = (terms: object) => ({ search_terms: { watchlist_program_id, legal_name: 'Ann Bee', ...terms } });
  for (const [path, body] of [
    ['individual/create', create({ watchlist_program_id: 'prg_none' })],
    ['individual/create', create({ legal_name: '' })],
    ['individual/create', create({ document_number: '123' })],
    ['individual/get', { watchlist_screening_id: 'scr_none' }],
    ['entity/get', { entity_watchlist_screening_id: watchlist_screening_id }],
    ['individual/list', { watchlist_program_id: 'prg_none' }],
    ['entity/program/get', { entity_watchlist_program_id: watchlist_program_id }],
    ['individual/update', { watchlist_screening_id, search_terms: { country: 'US' }, status: 'cleared' }],
    ['individual/update', { watchlist_screening_id, assignee: 'nobody' }],
    ['individual/review/create', { watchlist_screening_id, confirmed_hits: [], dismissed_hits: [] }],
    ['individual/review/create', { watchlist_screening_id, confirmed_hits: ['x'], dismissed_hits: [] }],
    ['individual/review/create', { watchlist_screening_id, confirmed_hits: [hit?.id], dismissed_hits: [hit?.id] }],
    ['individual/review/list', { watchlist_screening_id, cursor: btoa('{"offset":"x"}') }],
  ] as const)
    expect([path, await fail(`/watchlist_screening/${path}`, body)]).toEqual([path, '400 INVALID_FIELD']);
});
