import { describe, expect, it, onTestFinished } from 'vitest';
import { openSandbox, runNode } from '../../test/sandbox.ts';
import { followClock } from './follow-clock.ts';

const startedAt = Date.UTC(2026, 1, 1);
const minute = 60_000;

async function start() {
  const sandbox = await openSandbox({ clock: { now: startedAt, frozen: true } });
  return { sandbox, passed: (now: number) => now - startedAt };
}

/**
 * Starts a server in another process whose clock follows the sandbox. Returns a function that lets it wait and return
 * its time.
 */
async function startOther({ url, token }: { url: string; token: string }) {
  const code = `
    import { createServer } from 'node:http';
    import { followClock } from './src/clock/follow-clock.ts';
    const clock = await followClock({ url: process.env.URL, token: process.env.TOKEN });
    const server = createServer(async (request, response) => {
      await clock.sleep(Number(request.url.slice(1)));
      response.end(String(clock.now()));
    });
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
  const args = ['--conditions=@x/source', '--input-type=module', '--eval', code];
  const program = runNode(args, { URL: url, TOKEN: token });
  onTestFinished(() => void program.stop());
  const port = Number(await program.started());
  return async (waitMs: number) => Number(await (await fetch(`http://127.0.0.1:${port}/${waitMs}`)).text());
}

describe('a clock in another process', () => {
  it('has the time of the sandbox as soon as that is moved or set', async () => {
    const { sandbox, passed } = await start();
    const ask = await startOther(sandbox.controlApi);
    expect(passed(await ask(0))).toBe(0);
    for (let hour = 1; hour <= 5; hour += 1) {
      await sandbox.clock.advance(60 * minute);
      expect(passed(await ask(0))).toBe(hour * 60 * minute);
    }
    await sandbox.clock.set({ now: '2027-01-01' });
    expect(await ask(0)).toBe(Date.UTC(2027, 0, 1));
  });

  it('has the time of a webhook when the webhook arrives', async () => {
    const { sandbox, passed } = await start();
    const ask = await startOther(sandbox.controlApi);
    const told: number[] = [];
    for (const ms of [minute, 10 * minute, 100 * minute])
      sandbox.clock.schedule(ms, async () => void told.push(passed(await ask(0)) - ms));
    await sandbox.clock.runUntil(sandbox.clock.sleep(200 * minute));
    expect(told).toEqual([0, 0, 0]);
  });

  it('ends its waits by the time of the sandbox, and runUntil moves to their end', async () => {
    const { sandbox, passed } = await start();
    const ask = await startOther(sandbox.controlApi);
    const late = ask(30 * minute);
    expect(passed(await sandbox.clock.runUntil(late))).toBe(30 * minute);
    expect(passed(sandbox.clock.now())).toBe(30 * minute);
  });
});

describe('followClock', () => {
  it('does not hold up the sandbox when a follower disappears', async () => {
    const { sandbox, passed } = await start();
    const silent = new AbortController();
    const headers = { authorization: `Bearer ${sandbox.controlApi.token}` };
    const { revision } = await (await fetch(`${sandbox.controlApi.url}/clock`, { headers })).json();
    const poll = `${sandbox.controlApi.url}/clock?follower=gone&after=${revision}`;
    const waiting = fetch(poll, { headers, signal: silent.signal }).catch(() => {});
    silent.abort();
    await waiting;
    await sandbox.clock.advance(minute);
    await sandbox.clock.advance(minute);
    expect(passed(sandbox.clock.now())).toBe(2 * minute);
  });

  it('ends its waits when it is stopped or their signal aborts', async () => {
    const { sandbox } = await start();
    const clock = await followClock(sandbox.controlApi);
    const stop = new AbortController();
    const waits = [clock.sleep(minute), clock.sleep(minute, stop.signal)];
    stop.abort('enough');
    await expect(waits[1]).rejects.toBe('enough');
    clock.stop();
    await waits[0];
    expect(JSON.stringify({ clock })).toBe('{}');
  });

  it('keeps its time while the sandbox cannot be reached', async () => {
    const { sandbox, passed } = await start();
    const clock = await followClock(sandbox.controlApi);
    onTestFinished(() => clock.stop());
    await sandbox.close();
    expect(passed(clock.now())).toBe(0);
  });

  it.each([
    [{ token: 'not-the-token-of-it' }, 'responded with 401. Pass url and token of sandbox.controlApi'],
    [{ token: 7 }, 'followClock: token must be a'],
    [{ url: undefined }, 'followClock: url is required'],
  ])('throws for %j', async (wrong, message) => {
    const { sandbox } = await start();
    await expect(followClock({ ...sandbox.controlApi, ...(wrong as object) })).rejects.toThrow(message);
  });
});
