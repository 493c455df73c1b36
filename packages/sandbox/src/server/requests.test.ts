import { expect, it } from 'vitest';
import { createClock } from '../clock/clock.ts';
import { createRequestLog } from './requests.ts';

const megabyte = 1024 * 1024;

it.each([
  { of: 'bodies', count: 1000, body: 'x'.repeat(64 * 1024), path: '/', last: 1000, stored: 511 },
  { of: 'characters of several bytes', count: 1000, body: 'é'.repeat(32 * 1024), path: '/', last: 1000, stored: 511 },
  { of: 'paths', count: 100, body: '', path: `/${'x'.repeat(megabyte)}`, last: 100, stored: 31 },
  { of: 'one body that is too large', count: 1, body: 'x'.repeat(64 * megabyte), path: '/', last: 1, stored: 1 },
])('the log has at most 32 MB of $of, and always the last request', ({ count, body, path, last, stored }) => {
  const { log, requests } = createRequestLog(createClock(0, false), (text) => text);
  const send = () => {
    for (let sent = 0; sent < count; sent += 1)
      log({ provider: 'bank', method: 'POST', path, query: new URLSearchParams(), headers: new Headers(), body });
  };
  send();
  expect([requests.length, requests.at(-1)?.id]).toEqual([stored, last]);
  requests.length = 0; // as tests do
  send();
  expect(requests.length).toBe(stored);
});
