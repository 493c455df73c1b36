import type { Grant, TokenStore } from '@x/core';
import { expect, it } from 'vitest';
import { Secrets } from './secrets.ts';

const secret = 'shh+client/"sëcret&1=';
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const lower = (text: string) => text.replace(/%[\dA-F]{2}/g, (escaped) => escaped.toLowerCase());

it.each([
  ['plain', secret],
  ['percent-encoded', encodeURIComponent(secret)],
  ['percent-encoded in lower case', lower(encodeURIComponent(secret))],
  ['a form field', new URLSearchParams({ a: secret }).toString().slice(2)],
  ['JSON', json(secret)],
  ['JSON within JSON', json(json(secret))],
  ['HTML', secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
  ['HTML with codes', secret.replaceAll('&', '&#38;').replaceAll('"', '&#x22;')],
  ['CSV', secret.replaceAll('"', '""')],
])('hides a secret, however it is written: %s', (_, written) => {
  const secrets = new Secrets();
  secrets.add(secret);
  expect(secrets.hide(`a ${written} b`)).toBe('a [redacted] b');
});

it.each(['base64', 'base64url'] as const)('hides a secret in %s, whatever precedes it', (alphabet) => {
  const secrets = new Secrets();
  secrets.add(secret);
  for (const before of ['', 'u', 'us', 'user:']) {
    const encoded = Buffer.from(`${before}${secret}`).toString(alphabet);
    const shown = Buffer.from(secrets.hide(encoded).split('[redacted]')[0] ?? '', alphabet).toString();
    expect(before.startsWith(shown)).toBe(true);
    expect(secrets.hide(encoded)).toMatch(/^.{0,6}\[redacted\].{0,2}$/);
  }
});

it('leaves addresses as they are, unlike an error message', () => {
  const address = 'https://i.scdn.co/image/ab67?size=640#large';
  expect(new Secrets().hide(address)).toBe(address);
});

it('a watched store keeps its methods and private fields, and its tokens are hidden', async () => {
  class Store implements TokenStore {
    readonly #grants = new Map<string, Grant>();
    readonly peeks = true;
    get lockWaitMs() {
      return this.#grants.size + 1000;
    }
    async get(key: string) {
      return this.#grants.get(key);
    }
    async set(key: string, grant: Grant) {
      this.#grants.set(key, grant);
    }
    async delete(key: string) {
      this.#grants.delete(key);
    }
    async withLock<T>(key: string, run: () => Promise<T>) {
      return this.#grants.has(key) ? await run() : await run();
    }
    async size() {
      return this.#grants.size;
    }
  }
  const secrets = new Secrets();
  const store = new Store();
  await store.set('old', { accessToken: 'access-of-old' });
  const watched = secrets.watch(Object.freeze(store));
  await watched.set('ann', { accessToken: 'access-of-ann', refreshToken: 'refresh-of-ann' });
  expect(await watched.get('old')).toEqual({ accessToken: 'access-of-old' });
  expect(await watched.withLock('ann', async () => await watched.size())).toBe(2);
  await watched.delete('ann');
  expect([watched.peeks, watched.lockWaitMs, 'withLock' in watched]).toEqual([true, 1001, true]);
  expect(secrets.hide('access-of-ann refresh-of-ann access-of-old')).toBe('[redacted] [redacted] [redacted]');
});

it('only the last 100 tokens of watched stores are kept, and added secrets forever', async () => {
  const secrets = new Secrets();
  secrets.add('client-secret-1');
  const grants = new Map<string, Grant>();
  const store = secrets.watch({
    get: async (key) => grants.get(key),
    set: async (key, grant) => void grants.set(key, grant),
    delete: async (key) => void grants.delete(key),
  });
  const tokenOf = (index: number) => `access-${String(index).padStart(4, '0')}`;
  for (let index = 0; index < 1000; index += 1) await store.set(`${index}`, { accessToken: tokenOf(index) });
  await store.get('5');
  const shown = (text: string) => secrets.hide(text) === text;
  expect(Array.from({ length: 1000 }, (_, index) => index).filter((index) => !shown(tokenOf(index)))).toEqual([
    5,
    ...Array.from({ length: 99 }, (_, index) => index + 901),
  ]);
  expect(shown('client-secret-1')).toBe(false);
});
