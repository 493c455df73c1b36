import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLive } from './live.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setup() {
  const state = { fragments: {} as Record<string, string>, looks: 0 };
  const closing = new AbortController();
  const live = createLive(() => {
    state.looks += 1;
    return { ...state.fragments };
  }, closing.signal);
  const open = () => {
    const reader = (live.open().body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
    const next = async () => {
      const { value } = await reader.read();
      return value && JSON.parse(new TextDecoder().decode(value).replace(/^data: /, ''));
    };
    return { reader, next };
  };
  return { state, closing, live, open };
}

const later = () => vi.advanceTimersByTimeAsync(1000);

it('does nothing while no page is open', async () => {
  const { state, open, live } = setup();
  live.look();
  await later();
  expect([state.looks, vi.getTimerCount()]).toEqual([0, 0]);
  const pages = [open(), open()];
  expect(vi.getTimerCount()).toBe(1);
  for (const { reader } of pages) await reader.cancel();
  expect(vi.getTimerCount()).toBe(0);
});

it('sends each page everything first, then only changes', async () => {
  const { state, open } = setup();
  state.fragments = { time: 'now', tokens: 'none' };
  const first = open();
  state.fragments = { time: 'then', tokens: 'none' };
  const second = open();
  await later();
  state.fragments = { time: 'then', tokens: 'none', 'request-1': '200' };
  await later();
  const instance = expect.any(String);
  expect(await first.next()).toEqual({ instance, fragments: { time: 'now', tokens: 'none' } });
  expect(await first.next()).toEqual({ fragments: { time: 'then' } });
  expect(await second.next()).toEqual({ instance, fragments: { time: 'then', tokens: 'none' } });
  for (const page of [first, second]) expect(await page.next()).toEqual({ fragments: { 'request-1': '200' } });
});

it('queues little for a page that does not read, and sends it what it missed once it does', async () => {
  const { state, open } = setup();
  const page = open();
  for (let count = 1; count <= 50; count += 1) {
    state.fragments[`request-${count}`] = '200';
    await later();
  }
  const seen = [];
  for (let count = 0; count < 8; count += 1) seen.push(Object.keys((await page.next()).fragments));
  expect(seen).toEqual([[], ...[1, 2, 3, 4, 5, 6, 7].map((id) => [`request-${id}`])]);
  await later();
  expect(Object.keys((await page.next()).fragments)).toHaveLength(43);
});

it('ends when the sandbox closes, and accepts no page after that', async () => {
  const { open, closing } = setup();
  const page = open();
  await page.next();
  closing.abort();
  expect(await page.next()).toBeUndefined();
  expect(await open().next()).toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
});
