/**
 * One program on five APIs. It shows lists, a search, a bank sync, nutrients and a quote, then what the clients have in
 * common: one token request, a cursor that resumes, one way to catch errors. `--live` runs it on the real hosts.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import type { BankClient } from '@x/bank';
import { isApiError } from '@x/core';
import { commonNutrients, nutrients } from '@x/food';
import { live, sandboxed } from './clients.ts';
import { heading, note, progress, say, short, table } from './terminal.ts';

const usage = `Usage: npx pnpm@12 demo [options]

One program on five APIs. It starts its own sandbox, so it needs no account and
no internet.

  --live   call the real hosts, with the credentials in the environment; lists
           the missing ones, and where to get them
  --help   print this text`;

const startedAt = performance.now();
const calls = new Map<string, number>();
const tokens = new Map<string, number>();
const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

const options = readOptions();
if (options.help) {
  console.log(usage);
  process.exit();
}

function readOptions() {
  try {
    return parseArgs({ options: { live: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } }).values;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    return process.exit(2);
  }
}

const isLive = options.live === true;
const { clients, where, missing, accessToken, streamEnvironment, close } = await (isLive
  ? live(observe, process.env)
  : sandboxed(observe));

function observe({ type, provider }: { type: string; provider: string }): void {
  if (type === 'request') count(calls, provider);
  if (type === 'token') count(tokens, provider);
}

/** Runs one part. A failure ends only that part. */
async function part(title: string, aside: string, run: () => Promise<void>): Promise<void> {
  heading(title, aside);
  await run().catch((error) => {
    if (!isApiError(error)) throw error;
    process.exitCode = 1;
    note(error.message);
  });
}

say(`Five APIs on ${where}`);
for (const line of missing) note(line);
if (Object.keys(clients).length === 0) process.exit();

const { stream, music, bank, food, quotes } = clients;

if (stream)
  await part('Live now', '@x/stream', async () => {
    const { items } = await stream.streams.list({ first: 5 });
    table(items.map(({ viewer_count, user_name, game_name, title }) => [viewer_count, user_name, game_name, title]));
  });

if (music)
  await part('Tracks', '@x/music', async () => {
    const { items, total } = await music.search({ q: 'night', type: 'track', limit: 5 });
    table(items.map(({ name, artists, album }) => [name, artists.map((artist) => artist.name).join(', '), album.name]));
    note(`of ${total}`);
  });

/** Links a bank in the provider's test environment, and returns its access token. */
async function linkBank(client: BankClient): Promise<string> {
  const { public_token } = await client.sandbox.createPublicToken({
    institution_id: 'ins_109508',
    initial_products: ['transactions'],
  });
  return (await client.item.exchangePublicToken({ public_token })).access_token;
}

if (bank)
  await part('Bank', '@x/bank', async () => {
    const access_token = accessToken ?? (await linkBank(bank));
    const { accounts } = await bank.accounts.balance.get({ access_token });
    table(
      accounts.map(({ name, subtype, balances }) => [
        name,
        subtype ?? '',
        (balances.current ?? 0).toFixed(2),
        balances.iso_currency_code ?? '',
      ]),
    );
    const { total } = await bank.transactions.get({ access_token, start_date: '2000-01-01', end_date: '2100-01-01' });
    const bar = progress(total ?? 0);
    const { added, nextCursor } = await bank.transactions
      .syncAll({ access_token }, { onPage: (page) => bar.update(page.added) })
      .finally(() => bar.stop());
    note(`${added.length} transactions in one delta; the next sync continues at ${short(nextCursor, 24)}`);
  });

if (food)
  await part('Cheddar', '@x/food', async () => {
    const { items } = await food.foods.search({ query: 'cheddar', dataType: ['SR Legacy'], pageSize: 1 });
    const [found] = items;
    if (!found) return note('nothing found');
    const { calories, protein, fat, calcium } = commonNutrients;
    const record = await food.foods.get({ fdcId: found.fdcId });
    note(`${record.description}, per 100 g`);
    const wanted: (number | undefined)[] = [calories, protein, fat, calcium].map(({ number }) => number);
    table(
      nutrients(record)
        .filter(({ number }) => wanted.includes(number))
        .map(({ name, amount, unit }) => [name, amount, unit]),
    );
  });

if (quotes)
  await part('Quote', '@x/quotes', async () => {
    const { content, author } = await quotes.random({ maxLength: 60 });
    note(`“${content}” ${author}`);
  });

if (stream)
  await part('A cursor resumes', 'in another process, days later', async () => {
    const { items, nextCursor } = await stream.streams.list({ first: 3 });
    if (!nextCursor) return note('the list has only one page');
    table(items.map(({ viewer_count, user_name }) => [viewer_count, user_name]));
    const file = fileURLToPath(new URL('next-page.ts', import.meta.url));
    const second = promisify(execFile)(process.execPath, ['--conditions=@x/source', file, nextCursor], {
      env: streamEnvironment,
    });
    note(`saved ${short(nextCursor, 24)} in process ${process.pid}; process ${second.child.pid} continues:`);
    table(JSON.parse((await second).stdout));
  });

heading('One way to catch errors');
const failing = [
  () => stream?.streams.list({ after: 'nonsense' }),
  () => music?.tracks.get({ id: '0000000000000000000000' }),
  () => bank?.accounts.get({ access_token: 'access-sandbox-00000000-0000-0000-0000-000000000000' }),
  () => food?.foods.get({ fdcId: 1 }),
  () => quotes?.random({ tags: 'No Such Tag' }),
];
for (const call of failing) {
  try {
    await call();
  } catch (error) {
    if (!isApiError(error)) throw error;
    const { provider, code, status = '', providerCode = '', message } = error;
    table([[provider.padEnd(6), code.padEnd(15), status, providerCode]]);
    note(message);
  }
}

heading('One token request, no matter how many calls');
const parallel = (run: () => PromiseLike<unknown> | undefined) =>
  Promise.all(Array.from({ length: isLive ? 5 : 100 }, run));
await parallel(() => stream?.games.top({ first: 1 }));
await parallel(() => music?.search({ q: 'day', type: 'album', limit: 1 }));
table([...calls].map(([name, made]) => [name, made, 'requests', tokens.get(name) ?? 0, 'token requests']));

await close();
heading('What you saw', `in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
note(
  'Five APIs with the same lists, errors and tokens; a bank sync as one delta; a cursor that continued in a second process. Next: the first calls in README.md, the guides in docs/index.md, and npx pnpm@12 sandbox, which keeps the five APIs running for your programs.',
);
