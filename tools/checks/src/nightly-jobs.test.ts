import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBankClient, type TransactionsDelta } from '@x/bank';
import { type AbridgedFood, createFoodClient } from '@x/food';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { importBlock } from './guide-blocks.ts';

let sandbox: Sandbox;

beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  sandbox = await createSandbox();
});
afterEach(() => sandbox.close());

describe("the guide's job that imports foods", () => {
  let folder: string;
  let saved: number[];
  let run: (options?: { save?(foods: readonly AbridgedFood[]): Promise<void>; signal?: AbortSignal }) => Promise<void>;

  beforeEach(async () => {
    const { importFoods } = await importBlock('nightly-jobs', 'export async function importFoods');
    folder = await mkdtemp(join(tmpdir(), 'job-'));
    saved = [];
    const save = async (foods: readonly AbridgedFood[]) => void saved.push(...foods.map(({ fdcId }) => fdcId));
    run = (options) => {
      sandbox.requests.length = 0;
      const food = createFoodClient(sandbox.options.food); // as in another process
      return importFoods({ food, file: join(folder, 'cursor'), save, ...options });
    };
  });

  it('reads every food once, and leaves no cursor', async () => {
    await run();
    expect(new Set(saved).size).toBe(saved.length);
    expect(saved.length).toBeGreaterThan(100);
    expect(await readdir(folder)).toEqual([]);
  });

  it('continues with the page that could not be saved', async () => {
    const pages: number[][] = [];
    const save = async (foods: readonly AbridgedFood[]) => {
      if (pages.length === 2) throw new Error('the database is down');
      pages.push(foods.map(({ fdcId }) => fdcId));
    };
    await expect(run({ save })).rejects.toThrow('the database is down');
    await run();
    const resumed = [...pages.flat(), ...saved];
    saved = [];
    await run();
    expect(resumed).toEqual(saved);
  });

  it('stops when its signal aborts, and continues in the next run', async () => {
    const stop = new AbortController();
    const before: number[] = [];
    const save = async (foods: readonly AbridgedFood[]) => {
      before.push(...foods.map(({ fdcId }) => fdcId));
      stop.abort();
    };
    await expect(run({ save, signal: stop.signal })).rejects.toThrow('aborted');
    await run();
    expect(before).toHaveLength(50);
    expect(sandbox.requests[0]?.query.get('pageNumber')).toBe('2');
    expect(saved).not.toContain(before[0]);
  });

  it('starts over when the stored cursor is invalid', async () => {
    await writeFile(join(folder, 'cursor'), 'of another list');
    await run();
    expect(saved.length).toBeGreaterThan(100);
  });

  it('keeps its cursor when the provider fails', async () => {
    sandbox.faults.add({ provider: 'food', status: 400, after: 1, times: 1 });
    await expect(run()).rejects.toMatchObject({ code: 'rejected' });
    expect(saved).toHaveLength(50);
    expect(await readFile(join(folder, 'cursor'), 'utf8')).not.toBe('');
  });
});

it("the guide's job that syncs bank logins continues after a login that needs its user", async () => {
  const { syncLogins } = await importBlock('nightly-jobs', 'export async function syncLogins');
  const bank = createBankClient({ ...sandbox.options.bank, retries: 0 });
  const [first = '', second = ''] = sandbox.controls.bank.accessTokens;
  const logins: { accessToken: string; cursor?: string; needsUser?: boolean }[] = [first, second, 'access-unknown'].map(
    (accessToken) => ({ accessToken }),
  );
  const added: number[] = [];
  const apply = async (login: (typeof logins)[number], delta: TransactionsDelta) => {
    login.cursor = delta.nextCursor;
    added.push(delta.added.length);
  };
  await bank.sandbox.resetLogin({ access_token: first });

  expect(await syncLogins({ bank, logins, apply })).toEqual([logins[2]]);
  expect(logins.map(({ needsUser }) => needsUser)).toEqual([true, undefined, undefined]);
  expect(added).toEqual([expect.any(Number)]);
  expect(added[0]).toBeGreaterThan(100);

  await syncLogins({ bank, logins, apply });
  expect(added[1]).toBe(0);
});
