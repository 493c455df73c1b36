import { definitionsFor, operationsIn } from '@x/catalog';
import { type AnySpec, accessOf } from '@x/core/provider';
import { catalogOf } from '@x/testing/catalogs';
import { expect, it } from 'vitest';
import { fieldNamesOf } from '../../coverage/src/declared.ts';
import { providers } from './clients.ts';
import { operations } from './operations.ts';

const namesOf = (select: (spec: AnySpec, provider: string) => boolean) =>
  operations.filter(({ spec, provider }) => select(spec, provider)).map(({ name, provider }) => `${provider} ${name}`);

/** Fields with a person's private data. */
const personalFields = [
  'account_number',
  'balances',
  'birthday',
  'date_of_birth',
  'email',
  'email_address',
  'email_addresses',
  'emails',
  'legal_name',
  'owners',
  'paystubs',
  'phone_number',
  'phone_numbers',
  'ssn',
  'user_input',
];

it('every operation of an API that uses POST for everything declares its access and whether its result is personal', () => {
  const missing = namesOf(
    ({ access, personal }, provider) => provider === 'bank' && (access === undefined || personal === undefined),
  );
  expect(missing).toEqual([]);
});

it('every operation that reads for a signed-in user declares whether its result is personal', () => {
  const isOfUser = ({ auth, scopes }: AnySpec) => auth === 'user' || scopes !== undefined;
  const missing = namesOf((spec) => isOfUser(spec) && accessOf(spec) === 'read' && spec.personal === undefined);
  expect(missing).toEqual([]);
});

it("every operation whose result has a person's balances, addresses or numbers is declared personal", () => {
  const missing = namesOf((spec) => {
    const fields = fieldNamesOf(spec);
    return !spec.personal && personalFields.some((field) => fields.has(field));
  });
  expect(missing).toEqual([]);
});

it('a record that a personal result contains is in no other read, unless it is public by itself', () => {
  const shared = providers.flatMap((provider) => {
    const catalog = catalogOf(provider);
    const reads = [...operationsIn(catalog).values()].filter(({ access }) => access === 'read');
    const recordsOf = (personal: boolean) =>
      reads
        .filter((operation) => (operation.personal ?? false) === personal)
        .flatMap(({ result }) => Object.keys(result ? definitionsFor(catalog, result) : {}))
        .filter((name) => /^[A-Z]/.test(name)); // other definitions are parts of records
    const others = new Set(recordsOf(false));
    return [...new Set(recordsOf(true))].filter((name) => others.has(name)).map((name) => `${provider} ${name}`);
  });
  // Broadcasts, the music catalog, and public playlists that a search finds. `Money` is an amount.
  expect(shared.sort()).toEqual([
    'music Album',
    'music Artist',
    'music Episode',
    'music Image',
    'music SimplifiedAlbum',
    'music SimplifiedArtist',
    'music SimplifiedChapter',
    'music SimplifiedPlaylist',
    'music SimplifiedShow',
    'music SimplifiedTrack',
    'music Track',
    'stream Money',
    'stream Stream',
  ]);
});

it('every read of playlists that may be private is declared personal', () => {
  const open = namesOf((spec) => /playlists/.test(spec.path) && accessOf(spec) === 'read' && !spec.personal);
  expect(open).toEqual(['music browse.featuredPlaylists', 'music browse.categories.playlists']);
});

it('outside the bank API, only these reads are not always sent with GET', () => {
  const reading = namesOf(
    (spec, provider) => provider !== 'bank' && spec.method !== 'GET' && accessOf(spec) === 'read',
  );
  const foods = ['search', 'find', 'findByBarcode', 'list'].map((name) => `food foods.${name}`);
  expect(reading).toEqual(['stream moderation.automod.check', ...foods]);
});

it('every GET is a read, and every other read is declared idempotent', () => {
  expect(namesOf((spec) => spec.method === 'GET' && accessOf(spec) !== 'read')).toEqual([]);
  expect(namesOf((spec) => accessOf(spec) === 'read' && spec.method !== 'GET' && spec.idempotent !== true)).toEqual([]);
});

it('these operations move money, or start, allow or stop its movement', () => {
  expect(namesOf((spec) => accessOf(spec) === 'money')).toMatchInlineSnapshot(`
    [
      "bank paymentInitiation.payment.create",
      "bank paymentInitiation.payment.reverse",
      "bank paymentInitiation.consent.create",
      "bank paymentInitiation.consent.revoke",
      "bank paymentInitiation.consent.payment.execute",
      "bank processor.bankTransfer.create",
      "bank transfer.authorization.create",
      "bank transfer.authorization.cancel",
      "bank transfer.create",
      "bank transfer.cancel",
      "bank transfer.return.recover",
      "bank transfer.refund.create",
      "bank transfer.refund.cancel",
      "bank transfer.recurring.create",
      "bank transfer.recurring.cancel",
      "bank transfer.ledger.deposit",
      "bank transfer.ledger.withdraw",
      "bank transfer.ledger.distribute",
      "bank transfer.intent.create",
    ]
  `);
});

it('every operation of transfer, payment initiation and bank transfers that is not a read has access money, except for these', () => {
  const others = namesOf((spec) => accessOf(spec) === 'write').filter((name) =>
    /^bank (transfer|paymentInitiation|processor\.bankTransfer)\./.test(name),
  );
  expect(others).toEqual(['bank paymentInitiation.recipient.create', 'bank transfer.migrateAccount']);
});

it('costs is a sentence for every operation that has it', () => {
  expect(operations.filter(({ spec }) => spec.costs !== undefined && !/^[A-Z].+\.$/.test(spec.costs))).toEqual([]);
  expect(namesOf((spec) => spec.costs !== undefined).length).toBeGreaterThan(20);
});

it('every list with several pages names the parameter of its page size, if it has one', () => {
  const wrong = namesOf((spec) => {
    if (!('paging' in spec) || spec.paging.kind === 'single') return false;
    const params = { ...spec.query?.entries, ...spec.body?.entries };
    const size = ['count', 'first', 'limit', 'pageSize'].find((name) => name in params);
    return size !== undefined && spec.paging.size !== size;
  });
  expect(wrong).toEqual([]);
});

it('every method of bank ends in the verb of its path, except the one that is also an option of the webhook receiver', () => {
  const verbOf = (name: string) => /[a-z]+(?=[^./]*$)/.exec(name)?.[0];
  const others = operations.filter(
    ({ spec, provider, name }) => provider === 'bank' && verbOf(name) !== verbOf(spec.path),
  );
  expect(others.map(({ name }) => name)).toEqual(['webhooks.verificationKey']);
});
