import { type Catalog, type CatalogOperation, callOperation } from '@x/catalog';
import type { ListOptions, PagedCall } from '@x/core';
import { problemOfField, type Secrets } from '@x/mcp/apis';
import { Problem } from '../failure.ts';
import { untilInterrupted } from '../interrupt.ts';
import { ListOutput, writeValue } from '../output/output.ts';
import { readInput, say, type Terminal } from '../terminal.ts';
import { confirm } from './confirm.ts';
import { dryRun } from './dry-run.ts';
import { type Given, type ListFlags, listFlags } from './flags.ts';
import { openApi, outputOf } from './open.ts';
import { hasPages, propertiesOf, readFlag, readParams } from './params.ts';

/** Calls an operation of a client. */
export type Call = (client: object, params: object, options: ListOptions) => PromiseLike<unknown>;

/** Runs an operation, and prints its result. */
export async function runOperation(
  terminal: Terminal,
  catalog: Catalog,
  operation: CatalogOperation,
  given: Given,
  secrets: Secrets,
  call: Call = (client, params, options) => callOperation(client, operation.name, params, options),
): Promise<void> {
  const provider = catalog.provider;
  if (given.token && given.params === '-') throw new Problem('--token and --params cannot both read standard input');
  const params = { ...(await readParams(given.params, () => readInput(terminal))), ...paramsOf(operation, given) };
  for (const field of operation.result ? (given.fields ?? []) : []) {
    const problem = problemOfField(catalog.$defs, operation.result ?? {}, field);
    if (problem) throw new Problem(`--fields: ${problem}`);
  }
  // Before the call, because some are billed.
  if (operation.as === 'bytes' && terminal.stdout.isTTY && !given['dry-run'])
    throw new Problem('the result is a file, which a terminal cannot show. Write it to a file: > FILE');
  if (given['dry-run'])
    return dryRun(terminal, operation, provider, given, secrets, (client) => call(client, params, {}));
  const { api, close } = await openApi(terminal, provider, given, { secrets, operation });
  try {
    await confirm(terminal, { api, operation, name: `${provider}.${operation.name}` }, params, given, secrets);
    const output = outputOf(terminal, given, secrets);
    const isPaged = hasPages(operation);
    await untilInterrupted(async (signal) => {
      const paging = isPaged && { cursor: given.cursor, ...(!given.all && { prefetch: 0 }) };
      const result = call(api.client, params, { signal, ...paging });
      if (isPaged) await printList(terminal, result as PagedCall<unknown>, given, new ListOutput(terminal, output));
      else if (operation.paging) await printLookup(terminal, (await result) as Found, new ListOutput(terminal, output));
      else {
        const value = await result;
        await writeValue(terminal, operation.as === 'none' ? undefined : value, output);
      }
    }, '');
  } finally {
    await close();
  }
}

/** Params that hold the page size, in the APIs. */
const sizes = ['limit', 'first', 'count', 'pageSize'];

/** Returns the params that were given as flags. */
function paramsOf(operation: CatalogOperation, given: Given): Record<string, unknown> {
  const isPaged = hasPages(operation);
  const properties = Object.entries(propertiesOf(operation));
  const own = properties.filter(([name]) => !(isPaged && name in listFlags) && given[name] !== undefined);
  const params = Object.fromEntries(own.map(([name, schema]) => [name, readFlag(name, schema, given[name])]));
  const { limit, all } = given;
  const [size, { maximum }] = properties.find(([name]) => isPaged && sizes.includes(name)) ?? ['', {}];
  // A limit that one page can hold is the page's size, so that the list can continue after it.
  if (limit !== undefined && !all && limit <= Number(maximum)) return { [size]: limit, ...params };
  return params;
}

/**
 * Prints the first page of a list, or as many pages as were asked for. If a page fails, or the person stops, the pages
 * before it are complete in every format, and the cursor continues after them.
 */
async function printList(
  terminal: Terminal,
  call: PagedCall<unknown>,
  { all = false, limit }: ListFlags,
  output: ListOutput,
): Promise<void> {
  const most = limit ?? Number.POSITIVE_INFINITY;
  let count = 0;
  let next: string | null = null;
  const pages = all || limit !== undefined ? call.pages() : [call];
  const show = (progress: string) =>
    void (all && terminal.stderr.isTTY && terminal.stderr.write(`\r\u001b[K${progress}`));
  const end = async () => {
    show('');
    await output.end();
    if (next !== null) say(terminal, `more: --cursor ${next}`);
  };
  try {
    for await (const { items, nextCursor, total } of pages) {
      const wanted = items.slice(0, most - count);
      await output.page(wanted);
      count += wanted.length;
      next = wanted.length === items.length ? nextCursor : null;
      show(`${count}${total === undefined ? '' : ` of ${total}`}`);
      if (count >= most) break;
    }
  } catch (error) {
    if (count > 0) await end();
    throw error;
  }
  await end();
}

interface Found {
  readonly items: readonly unknown[];
  readonly missing: readonly unknown[];
}

async function printLookup(terminal: Terminal, { items, missing }: Found, output: ListOutput): Promise<void> {
  await output.page(items);
  await output.end();
  if (missing.length > 0) say(terminal, `not found: ${missing.map((id) => JSON.stringify(id)).join(', ')}`);
}
