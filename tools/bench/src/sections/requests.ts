import { operationsIn } from '@x/catalog';
import { createClient, type ListSpec, list, operationsOf, type Provider } from '@x/core/provider';
import buildCatalogs, { catalogOf } from '@x/testing/catalogs';
import * as v from 'valibot';
import { importEndpoints } from '../../../providers.ts';
import type { Section } from '../section.ts';

const trees = await importEndpoints();
const total = 1000;

/** A list whose page size the caller may choose. */
interface SizedList {
  readonly provider: string;
  readonly spec: ListSpec;
  readonly size: string;
  /** Page sizes, as documented for the user. */
  readonly byDefault: number;
  readonly largest: number;
}

/** Returns the lists whose default page is smaller than their largest. */
function sizedLists(): SizedList[] {
  buildCatalogs();
  return Object.entries(trees).flatMap(([provider, tree]) => {
    const documented = operationsIn(catalogOf(provider));
    return operationsOf(tree).flatMap(([name, spec]) => {
      if (!('paging' in spec) || spec.paging.kind === 'single' || spec.paging.size === undefined) return [];
      const { size } = spec.paging;
      const { description = '' } = Object(documented.get(name)?.params.properties)[size] ?? {};
      const [, largest, byDefault] = /to ([\d,]+)\. Default (\d+)/.exec(description) ?? [];
      if (!largest || largest === byDefault) return [];
      return [{ provider, spec, size, byDefault: Number(byDefault), largest: Number(largest.replace(',', '')) }];
    });
  });
}

/** Returns the requests that a list of 1,000 items takes: one page after another, and in a loop. */
async function countRequests({ spec, size, byDefault }: SizedList) {
  const { paging } = spec;
  if (paging.kind === 'single') return { awaited: 1, iterated: 1 };
  let requests = 0;
  const fetch: typeof globalThis.fetch = async (input) => {
    requests += 1;
    const { searchParams } = new URL(String(input));
    const own = Number(searchParams.get(size) ?? byDefault);
    const position = searchParams.get(paging.param);
    const start = paging.kind === 'page' ? (Number(position ?? 1) - 1) * own : Number(position ?? 0);
    return Response.json(bodyOf(spec, start, own));
  };
  const provider: Provider = {
    name: 'lists',
    baseUrl: 'https://lists.test',
    lists: 'repeat',
    credentials: {},
    signUp: '',
    readError: () => ({}),
    errorRules: [],
    options: { fetch, onEvent() {} },
  };
  const { query, body } = spec;
  const { [paging.param]: position, [size]: ownSize } = { ...query?.entries, ...body?.entries };
  const params = v.object({ [paging.param]: v.optional(position as never), [size]: ownSize as never });
  const declaration = list({
    method: 'GET',
    path: '/',
    auth: 'none',
    query: params,
    item: v.unknown(),
    paging,
    docs: '',
  });
  const { items } = createClient(provider, { items: declaration });

  for (let page = await items(); page.nextCursor !== null; ) page = await items({}, { cursor: page.nextCursor });
  const awaited = requests;
  for await (const _ of items());
  return { awaited, iterated: requests - awaited };
}

/** Creates a page in the form that the list's paging reads. */
function bodyOf({ paging }: ListSpec, start: number, size: number): unknown {
  const end = Math.min(start + size, total);
  const items = Array.from({ length: end - start }, (_, index) => ({ event_id: start + index + 1 }));
  const isLast = end === total;
  const [path = ''] = [paging.items].flat();
  if (path === '' && paging.kind === 'page') return items;
  const next = isLast ? '' : String(end);
  const values: Record<string, unknown> = { has_more: !isLast, ...(path && { [path]: items }) };
  for (const name of [paging.total ?? []].flat()) values[name] = total;
  if (paging.kind === 'cursor' && paging.cursor !== path) values[paging.cursor] = next;
  if (paging.kind === 'offset') for (const name of [paging.next ?? []].flat()) values[name] = next || null;
  if (paging.kind === 'page' && paging.pages) values[paging.pages] = Math.ceil(total / size);
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const names = name.split('.');
    const last = names.pop() ?? '';
    let owner = body;
    for (const each of names) {
      owner[each] ??= {};
      owner = owner[each] as Record<string, unknown>;
    }
    owner[last] = value;
  }
  return body;
}

/** Requests for 1,000 items of each list whose default page is not the largest. */
export const requests: Section = {
  effort: { rounds: 1, seconds: 0 },
  async measure({ say }) {
    say('requests of lists');
    const rows = new Map<string, number>();
    let tooMany = 0;
    for (const each of sizedLists()) {
      const { awaited, iterated } = await countRequests(each);
      const row = [each.provider, each.byDefault, each.largest, awaited, iterated].join(' ');
      rows.set(row, (rows.get(row) ?? 0) + 1);
      if (iterated > Math.ceil(total / each.largest) + 1) tooMany += 1;
    }
    return {
      tables: [
        {
          title: 'Requests for 1,000 items',
          note: 'Lists whose default page is smaller than their largest. A loop asks for the largest pages, and an awaited page has the default size.',
          head: ['Client', 'Lists', 'Default page', 'Largest page', 'Page by page', 'In a loop'],
          rows: [...rows].map(([row, count]) => {
            const [provider = '', ...numbers] = row.split(' ');
            return [`**@x/${provider}**`, String(count), ...numbers];
          }),
        },
      ],
      goals: [{ what: 'Lists whose loops take two or more requests too many', atMost: 0, value: tooMany }],
    };
  },
};
