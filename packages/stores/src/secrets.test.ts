import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { Grant } from '@x/core';
import { memoryStore, serializeGrant } from '@x/core';
import { createGrant } from '@x/core/provider';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fileStore } from './file.ts';
import { secretStore } from './secrets.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'x-secrets-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

describe.each([
  ['memory', () => memoryStore()],
  ['file', () => fileStore(folder())],
])('a secret store on the %s store', (_, open) => {
  it('returns, replaces and deletes the secret stored under a name', async () => {
    const secrets = secretStore(open());
    expect(await secrets.get('item-1')).toBeUndefined();
    await secrets.set('item-1', 'access-one');
    await secrets.set('item-2', 'a pass phrase, with\nline breaks and 🎧');
    expect([await secrets.get('item-1'), await secrets.get('item-2')]).toEqual([
      'access-one',
      'a pass phrase, with\nline breaks and 🎧',
    ]);
    await secrets.set('item-1', 'access-two');
    expect(await secrets.get('item-1')).toBe('access-two');
    await secrets.delete('item-1');
    await secrets.delete('item-1');
    expect([await secrets.get('item-1'), await secrets.get('item-2')]).toEqual([undefined, expect.any(String)]);
  });

  it('shares its store with grants, no matter how its secrets are named', async () => {
    const store = open();
    const key = 'stream https://id.test client-id app';
    await store.set(key, createGrant({ accessToken: 'grant' }));
    await secretStore(store).set(key, 'secret');
    expect([(await store.get(key))?.accessToken, await secretStore(store).get(key)]).toEqual(['grant', 'secret']);
  });

  it('refuses names and secrets that are not non-empty strings', async () => {
    const secrets = secretStore(open());
    for (const bad of ['', undefined, null, 7, {}, 'a\ud800']) {
      await expect(secrets.set(bad as string, 'secret')).rejects.toThrow(/^secretStore: name /);
      await expect(secrets.get(bad as string)).rejects.toThrow(/^secretStore: name /);
      await expect(secrets.delete(bad as string)).rejects.toThrow(/^secretStore: name /);
      await expect(secrets.set('item-1', bad as string)).rejects.toThrow(/^secretStore: secret /);
    }
    expect(await secrets.get('item-1')).toBeUndefined();
  });
});

describe('a secret store', () => {
  it.each<[unknown, unknown, string]>([
    [memoryStore(), { bogus: 1 }, 'secretStore: unknown option bogus; the options are storeTimeoutMs'],
    [memoryStore(), { storeTimeoutMS: 1 }, 'secretStore: unknown option storeTimeoutMS; did you mean storeTimeoutMs?'],
    [
      memoryStore(),
      { storeTimeoutMs: 0 },
      'secretStore: storeTimeoutMs must be a number of milliseconds above 0; got 0',
    ],
    [
      undefined,
      {},
      'secretStore: tokens is required: a token store (an object with the functions get, set and delete)',
    ],
  ])('refuses the store %j with the options %j: %s', (store, options, message) => {
    let refusal: unknown;
    try {
      secretStore(store as never, options as object);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toMatchObject({ code: 'invalid_params', provider: 'stores', operation: 'secretStore', message });
  });

  it('fails without showing the secret when the token store quotes the value that it failed to write', async () => {
    const set = async (_: string, grant: Grant) => {
      throw new Error(`cannot write ${serializeGrant(grant)}`);
    };
    const error = await secretStore({ ...memoryStore(), set })
      .set('item-1', 'access-secret')
      .catch((reason) => reason);
    expect(error.message).toMatch(/^cannot write/);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('access-secret');
  });

  it('fails when the token store returns something other than a grant, or does not respond in time', async () => {
    const odd = secretStore({ ...memoryStore(), get: async () => ({ expiresAt: 5 }) as never });
    await expect(odd.get('item-1')).rejects.toThrow(/the stored secret must be a string; got undefined/);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const silent = secretStore({ ...memoryStore(), get: () => new Promise(() => {}) }, { storeTimeoutMs: 50 });
    const failed = expect(silent.get('item-1')).rejects.toThrow(/storeTimeoutMs \(50 ms\)/);
    await vi.advanceTimersByTimeAsync(50);
    await failed;
  });
});
