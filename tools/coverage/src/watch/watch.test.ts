import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoint } from '@x/core/provider';
import * as v from 'valibot';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { entriesOf } from './changelog.ts';
import { runWatch } from './run.ts';
import { sources } from './sources.ts';
import { look, report } from './watch.ts';

/** Texts that a provider's sources publish at one time, by address. */
type Published = Readonly<Record<string, string>>;

type Replacements = readonly (readonly [from: string, to: string])[];

const versions: Readonly<Record<string, { before: Published; changes: Readonly<Record<string, Replacements>> }>> =
  parse(readFileSync(new URL('versions.yaml', import.meta.url), 'utf8'));

/** Returns the two versions of what a provider publishes. */
function versionsOf(provider: string): readonly [before: Published, after: Published] {
  const { before = {}, changes = {} } = versions[provider] ?? {};
  const after = Object.entries(before).map(([address, text]) => {
    const replaced = (changes[address] ?? []).reduce((now, [from, to]) => now.replace(from, to), text);
    return [address, replaced];
  });
  return [before, Object.fromEntries(after)];
}

const reading =
  (published: Published) =>
  async (url: string): Promise<string> =>
    published[url] ?? Promise.reject(new Error(`${url} responded with 404`));

/**
 * Returns the changes found after the sources changed from the first version to the second.
 *
 * @param address Address whose text alone has changed. Default: all of them.
 */
async function changesOf(provider: string, address?: string) {
  const [before, changed] = versionsOf(provider);
  const after = address === undefined ? changed : { ...before, [address]: changed[address] ?? '' };
  const own = sources[provider] ?? [];
  const first = await look(own, {}, reading(before));
  return { own, first, before, findings: await look(own, first.next, reading(after)) };
}

it.each<[string, object]>([
  [
    'stream',
    {
      reference: {
        added: ['POST /eventsub/channel.charity_campaign.donate/2'],
        changed: { 'POST /channel_points/custom_rewards': 'params', 'POST /raids': 'response' },
        removed: ['POST /eventsub/channel.charity_campaign.donate/1'],
      },
      changelog: { added: ['2026-11-10'], changed: {}, removed: [] },
      'unofficial OpenAPI': { added: [], changed: { 'POST /raids': 'response' }, removed: [] },
    },
  ],
  [
    'music',
    {
      OpenAPI: { added: [], changed: { 'GET /search': 'params' }, removed: ['GET /markets'] },
      'corrected OpenAPI': { added: ['POST /markets'], changed: {}, removed: [] },
      changelog: { added: ['July 2026'], changed: {}, removed: [] },
    },
  ],
  [
    'bank',
    {
      'npm plaid': {
        added: ['POST /identity/match/list'],
        changed: { 'POST /item/remove': 'response', 'POST /processor/token/create': 'params' },
        removed: [],
      },
      OpenAPI: { added: [], changed: { 'POST /item/remove': 'params' }, removed: [] },
      changelog: { added: ['47.0.0'], changed: {}, removed: [] },
      'docs changelog': { added: ['November 2, 2026'], changed: {}, removed: [] },
    },
  ],
  [
    'food',
    {
      OpenAPI: { added: [], changed: { 'GET /v1/foods/list': 'params' }, removed: [] },
      changelog: { added: [], changed: { page: '' }, removed: [] },
    },
  ],
  ['quotes', { commits: { added: ['bbbbbbbbbbbb'], changed: {}, removed: [] } }],
])(
  'finds the changes between two versions of what %s publishes, and none in the next run',
  async (provider, expected) => {
    const { own, findings } = await changesOf(provider);
    const found = findings.changes.map(({ source, added, changed, removed }) => [
      source.name,
      { added, changed: Object.fromEntries(changed), removed },
    ]);
    expect(Object.fromEntries(found)).toEqual(expected);
    expect([...findings.failed]).toEqual([]);
    const [, after] = versionsOf(provider);
    expect((await look(own, findings.next, reading(after))).changes).toEqual([]);
  },
);

it.each(Object.keys(sources))('reports a change to any one source of %s exactly once', async (provider) => {
  const seen = new Set<string>();
  for (const address of Object.keys(versions[provider]?.changes ?? {})) {
    const { changes, failed, unknown } = (await changesOf(provider, address)).findings;
    expect([changes.length, failed.size, unknown.length], address).toEqual([1, 0, 0]);
    seen.add(changes[0]?.source.name ?? '');
  }
  expect([...seen].toSorted()).toEqual(sources[provider]?.map(({ name }) => name).toSorted());
});

const common = { auth: 'none', method: 'POST', docs: '' } as const;
const removed = v.object({ request_id: v.string() });
/** Declarations as of the first version of Plaid's operations. */
const declaredOfBank = {
  item: {
    remove: endpoint({
      ...common,
      path: '/item/remove',
      body: v.object({ access_token: v.string() }),
      response: removed,
    }),
  },
  processor: {
    create: endpoint({
      ...common,
      path: '/processor/token/create',
      body: v.object({ access_token: v.string(), account_id: v.string(), processor: v.picklist(['dwolla']) }),
      response: v.object({ processor_token: v.string(), request_id: v.string() }),
    }),
  },
};

it('reports each change with the method and the file that it affects, and the missing parts of the declaration', async () => {
  const { findings } = await changesOf('bank');
  const methods = new Map([
    ['POST /item/remove', '`item.remove` in packages/bank/src/resources/item.ts'],
    ['POST /processor/token/create', '`processor.create`'],
  ]);
  expect(report('Plaid', findings, { endpoints: declaredOfBank }, methods)).toMatchInlineSnapshot(`
    "# Plaid

    ## [npm plaid](https://www.npmjs.com/package/plaid) 1.697.4 → 1.740.1

    1 added, 2 changed, 0 removed.

    ### Added

    - \`POST /identity/match/list\`: no method

    ### Changed

    - \`POST /item/remove\` (response): \`item.remove\` in packages/bank/src/resources/item.ts
      - fields: \`paired_item_id\`
    - \`POST /processor/token/create\` (params): \`processor.create\`
      - values: \`param processor lacks webull\`

    ## [OpenAPI](https://raw.githubusercontent.com/plaid/plaid-openapi/HEAD/2020-09-14.yml)

    0 added, 1 changed, 0 removed.

    ### Changed

    - \`POST /item/remove\` (params): \`item.remove\` in packages/bank/src/resources/item.ts

    ## [changelog](https://github.com/plaid/plaid-node/blob/master/CHANGELOG.md)

    1 added, 0 changed, 0 removed.

    ### Added

    - 47.0.0

    ## [docs changelog](https://plaid.com/docs/changelog/)

    1 added, 0 changed, 0 removed.

    ### Added

    - November 2, 2026
    "
  `);
});

it('names unreadable sources, keeps their stored fingerprints, and continues with the others', async () => {
  const { own, first, before } = await changesOf('bank');
  const { 'https://unpkg.com/plaid/api.ts': _, ...rest } = before;
  const findings = await look(
    own,
    first.next,
    reading({ ...rest, [`${Object.keys(rest)[0]}`]: 'Sign in to continue' }),
  );
  expect([...findings.failed].map(([{ name }, reason]) => `${name}: ${reason}`)).toEqual([
    'npm plaid: https://unpkg.com/plaid/api.ts responded with 404',
    'OpenAPI: the response is not an OpenAPI document',
  ]);
  expect(findings.changes).toEqual([]);
  expect(findings.next).toEqual(first.next);
  const text = report('Plaid', findings, { endpoints: declaredOfBank }, new Map());
  expect(text).toContain('**Could not read [npm plaid](https://www.npmjs.com/package/plaid)**: https://unpkg.com');
  expect(text).toContain('No changes elsewhere.');
});

it('refuses a page whose format has changed, instead of reporting everything as removed', async () => {
  const [before] = versionsOf('stream');
  const page = 'https://dev.twitch.tv/docs/api/reference/raids.md';
  const { failed } = await look(sources.stream ?? [], {}, reading({ ...before, [page]: '<html>Welcome</html>' }));
  expect([...failed.values()]).toEqual([`${page} describes no operation; the format of the page has changed`]);
});

it('makes titles of changelog entries plain text, so that an issue mentions nobody', () => {
  expect(Object.keys(entriesOf('## 2026-11-10 by @someone [x](y) `z` <b>bold</b>\n- text'))).toEqual([
    '2026-11-10 by someone x (y) z bold',
  ]);
});

it("stores every provider's fingerprints as one short line for each operation or entry", () => {
  for (const [provider, own] of Object.entries(sources)) {
    const stored = JSON.parse(readFileSync(new URL(`stored/${provider}.json`, import.meta.url), 'utf8'));
    expect(own.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(stored)));
    for (const { fingerprints } of Object.values<{ fingerprints: object }>(stored))
      expect(Object.values(fingerprints).every((print) => /^[0-9a-f]{8}(\.[0-9a-f]{8})?$/.test(print))).toBe(true);
  }
});

/** Creates a folder with the parts of the repository that a run reads and writes. */
function checkout() {
  const root = mkdtempSync(join(tmpdir(), 'watch-test-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const stored = join(root, 'tools/coverage/src/watch/stored');
  for (const folder of [stored, join(root, 'packages/bank/src')]) mkdirSync(folder, { recursive: true });
  for (const provider of Object.keys(sources)) writeFileSync(join(stored, `${provider}.json`), '{}');
  const printed: string[] = [];
  const run = (published: Published, more: object = {}) => {
    const print = (text: string) => void printed.push(text);
    return runWatch({ providers: ['bank'], readUrl: reading(published), root, print, ...more });
  };
  return { root, stored, run, printed };
}

it('stores the new fingerprints only with `--update`', async () => {
  const { root, stored: folder, run, printed } = checkout();
  const [before, after] = versionsOf('bank');
  expect(await run(before, { update: true })).toBe(0);
  const stored = readFileSync(join(folder, 'bank.json'), 'utf8');

  const out = join(root, 'reports');
  expect(await run(after, { out })).toBe(0);
  expect(readdirSync(out)).toEqual(['bank.md']);
  expect(readFileSync(join(out, 'bank.md'), 'utf8')).toBe(`${printed.at(-1)}`);
  expect(readFileSync(join(folder, 'bank.json'), 'utf8')).toBe(stored);

  expect(await run(after, { update: true })).toBe(0);
  expect(readFileSync(join(folder, 'bank.json'), 'utf8')).not.toBe(stored);
  expect(await run(after)).toBe(0);
  expect(printed.at(-1)).toBe('# @x/bank\n\nNo changes.\n');
});

it('exits with 1 while a source has no stored fingerprints, until `--update` stores them', async () => {
  const { run, printed } = checkout();
  const [before] = versionsOf('food');
  const providers = ['food'];
  expect(await run(before, { providers })).toBe(1);
  expect(printed.at(-1)).toContain(
    '**No stored fingerprints of [OpenAPI](https://api.nal.usda.gov/fdc/v1/json-spec)**',
  );
  expect(printed.at(-1)).toContain(
    '**No stored fingerprints of [changelog](https://fdc.nal.usda.gov/api-guide.html)**',
  );
  expect(await run(before, { providers, update: true })).toBe(0);
  expect(await run(before, { providers })).toBe(0);
  expect(printed.at(-1)).toBe('# @x/food\n\nNo changes.\n');
});

it('names the file that declares a method, and the table that declares types of events', async () => {
  const { root, run, printed } = checkout();
  const [before, after] = versionsOf('stream');
  mkdirSync(join(root, 'packages/stream/src'), { recursive: true });
  writeFileSync(join(root, 'packages/stream/src/raids.ts'), "path: '/raids',");
  await run(before, { providers: ['stream'], update: true });
  await run(after, { providers: ['stream'] });
  const declaredAs = '`channel.charity_campaign.donate` in packages/stream/src/event-sub-types.ts';
  expect(printed.at(-1)).toContain(`- \`POST /eventsub/channel.charity_campaign.donate/1\`: ${declaredAs}\n`);
  expect(printed.at(-1)).toContain('- `POST /eventsub/channel.charity_campaign.donate/2`: no method\n');
  expect(printed.at(-1)).toContain('- `POST /raids` (response): `raids.start` in packages/stream/src/raids.ts\n');
});

it('exits with 1 when a source could not be read, after it has tried all others', async () => {
  const { run, printed } = checkout();
  expect(await run({}, { providers: Object.keys(sources) })).toBe(1);
  expect(printed).toHaveLength(5);
  for (const text of printed) expect(text).toContain('**Could not read [');
});
