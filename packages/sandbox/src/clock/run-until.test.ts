import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openSandbox } from '../../test/sandbox.ts';
import { createClock } from './clock.ts';

const startAt = 1_800_000_000_000;
const hour = 3_600_000;

/** Creates a stopped clock with a job that is due in an hour and must not run earlier. */
function start() {
  const clock = createClock(startAt, false);
  const ran: number[] = [];
  clock.schedule(hour, () => void ran.push(clock.now() - startAt));
  return { clock, ran, passed: () => clock.now() - startAt };
}

/** Starts a server in this process on a free loopback port. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('runUntil moves the time from wait to wait', () => {
  it('and no further than the last wait, without waiting in real time', async () => {
    const { clock, ran, passed } = start();
    const waits = async () => {
      for (let wait = 0; wait < 59; wait += 1) await clock.sleep(60_000);
      return 'over';
    };
    expect(await clock.runUntil(waits())).toBe('over');
    expect([passed(), ran]).toEqual([59 * 60_000, []]);
    await clock.runUntil(clock.sleep(120_000));
    expect(ran).toEqual([hour]);
  });

  it('and throws the error of the promise', async () => {
    const { clock, passed } = start();
    const fails = clock.sleep(5000).then(() => Promise.reject(new TypeError('no')));
    await expect(clock.runUntil(fails)).rejects.toThrow(TypeError);
    expect(passed()).toBe(5000);
  });

  it('and not at all for a promise that waits for nothing', async () => {
    const { clock, passed } = start();
    expect(await clock.runUntil(Promise.resolve(1))).toBe(1);
    expect(passed()).toBe(0);
  });

  it('for several promises at once', async () => {
    const { clock, passed } = start();
    const all = [1000, 2000, 3000].map((ms) => clock.runUntil(clock.sleep(ms).then(() => ms)));
    expect(await Promise.all(all)).toEqual([1000, 2000, 3000]);
    expect(passed()).toBe(3000);
  });

  it('when a job waits for something that is due later', async () => {
    const { clock, passed } = start();
    const job = Promise.withResolvers<void>();
    clock.schedule(1000, () => clock.sleep(1000).then(job.resolve));
    await clock.runUntil(job.promise);
    expect(passed()).toBe(2000);
  });

  it('and throws the error of a job', async () => {
    const { clock } = start();
    clock.schedule(1000, () => Promise.reject(new Error('the job failed')));
    await expect(clock.runUntil(new Promise(() => {}))).rejects.toThrow('the job failed');
  });

  it('on a running clock', async () => {
    const clock = createClock();
    onTestFinished(() => clock.stop());
    const before = clock.now();
    await clock.runUntil(clock.sleep(hour));
    expect(clock.now() - before).toBeGreaterThanOrEqual(hour);
  });

  it("while the runtime's timers are fake", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const clock = createClock(startAt, false);
    await clock.runUntil(clock.sleep(hour));
    expect(clock.now() - startAt).toBe(hour);
  });
});

describe('runUntil works with', () => {
  it('requests to a server in this process, with large bodies and waits in between', async () => {
    const { clock, ran, passed } = start();
    const url = await serve((request, response) => {
      request.resume();
      request.on('end', () => response.end('x'.repeat(1_000_000)));
    });
    const calls = async () => {
      for (let call = 0; call < 10; call += 1) {
        const response = await fetch(url, { method: 'POST', body: 'y'.repeat(1_000_000) });
        expect((await response.text()).length).toBe(1_000_000);
        await clock.sleep(1000);
      }
    };
    await clock.runUntil(calls());
    expect([passed(), ran]).toEqual([10_000, []]);
  });

  it('a server that waits for the clock before it responds', async () => {
    const { clock, ran, passed } = start();
    const url = await serve((_, response) => void clock.sleep(30_000).then(() => response.end('late')));
    const text = fetch(url).then((response) => response.text());
    expect(await clock.runUntil(text)).toBe('late');
    expect([passed(), ran]).toEqual([30_000, []]);
  });

  it('a server that never reads what it is sent', async () => {
    const { clock, passed } = start();
    const url = await serve((_, response) => void clock.sleep(10_000).then(() => response.end('unread')));
    const text = fetch(url, { method: 'POST', body: 'z'.repeat(30_000_000) }).then((response) => response.text());
    expect(await clock.runUntil(text)).toBe('unread');
    expect(passed()).toBe(10_000);
  });

  it('a slow server in another process', async () => {
    const code = `
      const server = require('node:http').createServer((request, response) => {
        const until = performance.now() + 300;
        while (performance.now() < until);
        response.end('slow');
      }).listen(0, '127.0.0.1', () => console.log(server.address().port));`;
    const child = spawn(process.execPath, ['-e', code]);
    onTestFinished(() => void child.kill());
    const [port] = await once(child.stdout, 'data');
    const { clock, ran, passed } = start();
    const call = async () => (await fetch(`http://127.0.0.1:${Number(port)}`)).text();
    const calls = async () => [await call(), await clock.sleep(1000), await call()];
    expect(await clock.runUntil(calls())).toEqual(['slow', undefined, 'slow']);
    expect([passed(), ran]).toEqual([1000, []]);
  });

  it('file reads', async () => {
    const { clock, ran } = start();
    const files = async () => {
      for (let turn = 0; turn < 20; turn += 1) await readFile(new URL(import.meta.url));
    };
    await clock.runUntil(files());
    expect(ran).toEqual([]);
  });

  it.each([true, false])(
    'requests to a sandbox, including the first ones and slow ones (listens: %s)',
    async (listen) => {
      const { clock, ran, passed } = start();
      const sandbox = await openSandbox({ listen, clock, latencyMs: 20 });
      sandbox.faults.add({ provider: 'food', delayMs: 100 });
      const get = listen ? fetch : sandbox.fetch;
      const calls = async () => {
        for (const path of ['/quotes/random', '/food/fdc/v1/foods', '/music/v1/me', '/stream/helix/users', '/bank/x'])
          await (await get(sandbox.url + path)).text();
        await clock.sleep(5000);
      };
      await sandbox.clock.runUntil(calls());
      expect([passed(), ran]).toEqual([5000, []]);
    },
  );

  it('a request that a fault stalls, while the client waits by the clock', async () => {
    const { clock, passed } = start();
    const sandbox = await openSandbox({ clock });
    sandbox.faults.add({ stall: 'before' });
    const stop = new AbortController();
    const request = fetch(`${sandbox.url}/quotes/random`, { signal: stop.signal }).catch(() => 'given up');
    const call = clock.sleep(10_000).then(() => stop.abort());
    expect(await clock.runUntil(call.then(() => request))).toBe('given up');
    expect(passed()).toBe(10_000);
  });

  it('webhooks and all attempts to deliver them', async () => {
    const { clock } = start();
    const sandbox = await openSandbox({ clock });
    let attempts = 0;
    const taken = Promise.withResolvers<void>();
    const url = await serve((request, response) => {
      request.resume();
      attempts += 1;
      if (attempts === 3) taken.resolve();
      response.writeHead(attempts < 3 ? 500 : 200).end();
    });
    const { clientId: client_id, clientSecret: secret } = sandbox.options.bank;
    const [access_token] = sandbox.controls.bank.accessTokens;
    const post = (path: string, fields: object) =>
      fetch(`${sandbox.url}/bank${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_id, secret, access_token, ...fields }),
      });
    await post('/item/webhook/update', { webhook: url });
    await clock.runUntil(taken.promise);
    expect(attempts).toBe(3);
  });
});

describe('runUntil gives up', () => {
  it('when nothing waits for the clock', async () => {
    const clock = createClock(startAt, false);
    await expect(clock.runUntil(new Promise(() => {}))).rejects.toThrow(
      'clock.runUntil: the promise is still pending, but nothing waits for the clock. Pass `clock: sandbox.clock` to',
    );
  });

  it('when more than maxMs would pass', async () => {
    const { clock, passed } = start();
    const never = async () => {
      for (;;) await clock.sleep(60_000);
    };
    await expect(clock.runUntil(never(), { maxMs: 150_000 })).rejects.toThrow(
      'clock.runUntil: the promise is still pending after maxMs (150000 ms), and the next wait ends 30000 ms later. Increase maxMs',
    );
    expect(passed()).toBe(120_000);
    clock.stop();
  });

  it('at once for an option that is not valid', async () => {
    const { clock } = start();
    await expect(clock.runUntil(Promise.resolve(), { maxMS: 1 } as object)).rejects.toThrow(
      'clock.runUntil: unknown option maxMS; did you mean maxMs?',
    );
  });
});
