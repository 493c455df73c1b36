import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type * as core from '@x/core';
import * as v from 'valibot';
import { median } from './statistics.ts';

// What a failed call costs beside a successful one, in CPU time of this process: a 404 with a small JSON body, against a
// `fetch` that responds at once. With --against, the same for the core package of another checkout, in turns, so that both
// see the same machine:
//
//   pnpm --filter @x/bench run errors --against ../other/packages/core

type Core = typeof core;

const { values } = parseArgs({
  options: { against: { type: 'string' }, rounds: { type: 'string', default: '31' } },
});
const rounds = Number(values.rounds);
const callsPerTurn = 500;

const notFound = { error: 'Not Found', status: 404, message: 'The broadcaster was not found.' };

/** Two calls of one client: one that succeeds, and one that fails with a 404. */
function callsOf({ createClient, endpoint, stringAt }: Core) {
  const client = createClient(
    {
      name: 'stub',
      options: {
        retries: 0,
        fetch: async (address) =>
          `${address}`.endsWith('/none')
            ? Response.json(notFound, { status: 404 })
            : Response.json({ id: 'one', name: 'One' }),
      },
      baseUrl: 'https://api.stub.test',
      lists: 'repeat',
      credentials: { clientId: 'client-id-0123456789', clientSecret: 'client-secret-0123456789' },
      signUp: 'https://stub.test',
      readError: ({ body }) => ({ message: stringAt(body, 'message') }),
    },
    {
      get: endpoint({
        method: 'GET',
        path: '/things/{id}',
        auth: 'key',
        params: v.object({ id: v.string() }),
        response: v.object({ id: v.string(), name: v.string() }),
        docs: 'https://stub.test/docs',
      }),
    },
  );
  return {
    succeed: () => client.get({ id: 'one' }),
    async fail() {
      const error: unknown = await client.get({ id: 'none' }).catch((reason) => reason);
      if ((error as core.ApiError).status !== 404) throw error;
    },
    async failAndShow() {
      const error: Error = await client.get({ id: 'none' }).catch((reason) => reason);
      if (!error.stack?.includes('failAndShow')) throw new Error('the stack does not lead to the caller');
    },
  };
}

/** Microseconds of CPU time per call. */
async function cpuOf(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let made = 0; made < callsPerTurn; made += 1) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / callsPerTurn;
}

const contenders: [name: string, core: Core][] = [['this checkout', await import('@x/core')]];
if (values.against !== undefined)
  contenders.push([
    values.against,
    await import(pathToFileURL(resolve(process.env.INIT_CWD ?? '.', values.against, 'src/index.ts')).href),
  ]);

const turns = contenders.flatMap(([name, core]) =>
  Object.entries(callsOf(core)).map(([kind, call]) => ({ name, kind, call, took: [] as number[] })),
);
for (let round = -5; round < rounds; round += 1)
  for (const { call, took } of turns) {
    const cpuUs = await cpuOf(call);
    if (round >= 0) took.push(cpuUs); // the rounds before are for the compiler
  }
for (const { name, kind, took } of turns) console.log(`${median(took).toFixed(1).padStart(8)} µs  ${kind}, ${name}`);
