import { createBankClient } from '@x/bank';
import { type ClientEvent, logEvents } from '@x/core';
import { createFoodClient } from '@x/food';
import { createSandbox } from '@x/sandbox';
import pino from 'pino';
import { beforeEach, expect, it } from 'vitest';

let lines: string[];
let log: pino.Logger;
let onEvent: (event: ClientEvent) => void;

beforeEach(() => {
  lines = [];
  log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  onEvent = logEvents(log);
});

/** Returns the level, operation, outcome and code of each line. */
const written = () =>
  lines.map((line) => {
    const { level, operation, outcome, code } = JSON.parse(line);
    return [pino.levels.labels[level], operation, outcome, code].filter(Boolean).join(' ');
  });

it('logEvents writes one pino line for each call, with a level that depends on the outcome', async () => {
  const sandbox = await createSandbox({ listen: false });
  const food = createFoodClient({ ...sandbox.options.food, random: () => 0, onEvent });
  await food.foods.search({ query: 'apple' });
  sandbox.faults.add({ provider: 'food', path: '/fdc/v1/foods/search', status: 503 });
  await food.foods.search({ query: 'apple' });
  await food.foods.get({ fdcId: 1 }).catch(() => {});
  sandbox.faults.add({ provider: 'food', status: 400 });
  await food.foods
    .list({})
    .toArray({ limit: 1 })
    .catch(() => {});
  expect(written()).toEqual([
    'debug foods.search success',
    'info foods.search success',
    'info foods.get error not_found',
    'error foods.list error rejected',
  ]);
  const { msg, callId, provider, path } = JSON.parse(lines[2] ?? '');
  expect(msg).toMatch(new RegExp(`^food foods\\.get error not_found \\(404\\) in \\d+ ms, .*call ${callId}$`));
  expect([provider, path]).toEqual(['food', '/fdc/v1/food/{fdcId}']);
  expect(lines.join('')).not.toContain(sandbox.options.food.apiKey);
});

it('an error that pino writes has its code and request ID, and no secret', async () => {
  const sandbox = await createSandbox({ listen: false });
  const bank = createBankClient({ ...sandbox.options.bank, onEvent });
  const access_token = 'access-sandbox-mistyped';
  await bank.accounts.get({ access_token }).catch((err) => log.error({ err }, 'the balance is not shown'));
  const { err } = JSON.parse(lines.at(-1) ?? '');
  expect(err).toMatchObject({ type: 'ApiError', code: 'unauthenticated', operation: 'accounts.get' });
  expect(err.requestId).toMatch(/\w/);
  expect(lines.join('')).not.toContain(access_token);
  expect(lines.join('')).not.toContain(sandbox.options.bank.clientSecret);
});
