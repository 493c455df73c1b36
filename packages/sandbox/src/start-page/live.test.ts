import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SandboxRequest } from '../requests.ts';
import { createLive, type Fragments, rowLimit } from './live.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setup() {
  const requests: SandboxRequest[] = [];
  const state = { parts: {} as Fragments, looks: 0 };
  const closing = new AbortController();
  const live = createLive(
    {
      requests,
      rows: (given) => given.map(({ id, status }) => `${id}:${status ?? ''}`).join(' '),
      parts() {
        state.looks += 1;
        return { ...state.parts };
      },
    },
    closing.signal,
  );
  let lastId = 0;
  const arrive = (): SandboxRequest => {
    const request = { id: ++lastId } as SandboxRequest;
    requests.push(request);
    return request;
  };
  const open = () => {
    const reader = (live.open().body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
    const next = async () => {
      const { value } = await reader.read();
      return value && JSON.parse(new TextDecoder().decode(value).replace(/^data: /, ''));
    };
    return { reader, next };
  };
  return { requests, state, closing, live, arrive, open };
}

const answer = (request: SandboxRequest) => Object.assign(request, { status: 200, durationMs: 1 });
const later = () => vi.advanceTimersByTimeAsync(1000);

it('does nothing while no page is open', async () => {
  const { state, open, arrive, live } = setup();
  answer(arrive());
  live.look();
  await later();
  expect([state.looks, vi.getTimerCount()]).toEqual([0, 0]);
  const pages = [open(), open()];
  expect(vi.getTimerCount()).toBe(1);
  for (const { reader } of pages) await reader.cancel();
  expect(vi.getTimerCount()).toBe(0);
});

it('shows a page everything, then what is new, and requests again once they have their responses', async () => {
  const { state, open, arrive } = setup();
  answer(arrive());
  const slow = arrive();
  state.parts = { time: 'now', tokens: 'none' };
  const page = open();
  expect(await page.next()).toMatchObject({ fragments: { time: 'now', tokens: 'none', log: '1:200 2:' } });
  await later();
  state.parts = { time: 'then', tokens: 'none' };
  answer(arrive());
  await later();
  expect(await page.next()).toEqual({ fragments: { time: 'then', log: '3:200' } });
  answer(slow);
  await later();
  expect(await page.next()).toEqual({ fragments: { log: '2:200' } });
});

it('shows several pages the same', async () => {
  const { open, arrive } = setup();
  const first = open();
  arrive();
  const second = open();
  arrive();
  await later();
  expect((await first.next()).fragments).toEqual({ log: '' });
  expect(await first.next()).toEqual({ fragments: { log: '1:' } });
  expect((await second.next()).fragments).toEqual({ log: '1:' });
  for (const page of [first, second]) expect(await page.next()).toEqual({ fragments: { log: '2:' } });
});

it('keeps little for a page that does not read, and shows it everything when it does', async () => {
  const { open, arrive, requests } = setup();
  const page = open();
  for (let count = 0; count < 50; count += 1) {
    arrive();
    await later();
  }
  const seen = [];
  for (let count = 0; count < 8; count += 1) seen.push((await page.next()).fragments.log);
  expect(seen.slice(0, 3)).toEqual(['', '1:', '2:']);
  await later();
  expect((await page.next()).fragments.log).toBe(requests.map(({ id }) => `${id}:`).join(' '));
  arrive();
  await later();
  expect((await page.next()).fragments.log).toBe('51:');
});

it('sends no more rows than are shown, however many came', async () => {
  const { open, arrive } = setup();
  const page = open();
  await page.next();
  for (let count = 0; count < 5000; count += 1) arrive();
  await later();
  const rows = (await page.next()).fragments.log.split(' ');
  expect([rows.length, rows.at(-1)]).toEqual([rowLimit, '5000:']);
});

it('ends when the sandbox closes, and takes no page after that', async () => {
  const { open, closing } = setup();
  const page = open();
  await page.next();
  closing.abort();
  expect(await page.next()).toBeUndefined();
  expect(await open().next()).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
});
