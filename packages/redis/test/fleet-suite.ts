import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '@x/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Meeting, meet, type Said, type Step, type Task } from './fleet.ts';

// Number of times that each kill is repeated. 9 rounds make, for each store, 54 kills after which the grant recovers,
// and 18 after which it cannot.
const rounds = Number(process.env.FLEET_ROUNDS ?? 1);
const lockTtlMs = 1500;

/** A process of the fleet. */
interface Member {
  readonly child: ChildProcess;
  /** Called with the outcomes of its calls; without a value if the process died. */
  done?: (outcomes?: readonly string[]) => void;
}

/** Called when a process reaches a step of its refresh. The process waits until the call has finished. */
let atStep: (step: Step, { child }: Member) => Promise<void> | void;

function start(): Member {
  const worker = fileURLToPath(new URL('./fleet-worker.ts', import.meta.url));
  const member: Member = { child: fork(worker, { execArgv: ['--conditions=@x/source'] }) };
  const { child } = member;
  child.on('message', async (said: Said) => {
    if ('outcomes' in said) return member.done?.(said.outcomes);
    await atStep(said.step, member);
    if (child.connected) child.send('go on');
  });
  child.once('exit', () => member.done?.());
  return member;
}

/** Kinds of refresh tokens: used up by a refresh, or always the same. Reusing a used-up one logs the user out. */
const kinds = { 'one-time': 'public', lasting: 'confidential' } as const;
type Kind = keyof typeof kinds;

/** Starts the sandbox, and a proxy in front of it that can hold up each refresh. */
async function startProvider(kind: Kind) {
  const clientType = kinds[kind];
  const sandbox = await createSandbox({ stream: { clientType, users: 10, clips: 10, videos: 10 } });
  const { clientSecret, ...options } = sandbox.options.stream;
  const state = { refreshes: 0, refused: 0, under: new Set<Member>(), most: 0, accessToken: '', userId: '' };
  const server = createServer(async (request, response) => {
    const member = members.find(({ child }) => child.pid === Number(request.headers['x-pid']));
    const body = await text(request);
    if (!member) return response.destroy();
    state.most = Math.max(state.most, state.under.add(member).size);
    const gone = async (step: Step) => {
      await atStep(step, member);
      if (member.child.signalCode === null) return false;
      state.under.delete(member);
      return true;
    };
    if (await gone('asked')) return response.destroy();
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const answer = await fetch(`${options.authUrl}${request.url}`, { method: 'POST', headers, body });
    const answered = (await answer.json()) as { access_token: string };
    state[answer.ok ? 'refreshes' : 'refused'] += 1;
    if (answer.ok) state.accessToken = answered.access_token;
    if (await gone('rotated')) return response.destroy();
    state.under.delete(member);
    response.writeHead(answer.status).end(JSON.stringify(answered));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const authUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    sandbox,
    state,
    options: { ...options, authUrl, ...(clientType === 'public' ? { clientType } : { clientSecret }) },
    async close() {
      server.close();
      server.closeAllConnections();
      await sandbox.close();
    },
  };
}

let providers: Record<Kind, Awaited<ReturnType<typeof startProvider>>>;
let members: Member[];

/** Returns the meeting place of process `index`. */
type MeetingOf = (index: number) => Meeting;

/** Stores a grant whose access token has expired, and makes all eight processes call 50 times at once with it. */
async function all(meetingOf: MeetingOf, kind: Kind, more: { lockTtlMs?: number } = {}) {
  const { sandbox, state } = providers[kind];
  const { refreshToken, userId, scopes } = sandbox.controls.stream.issueUserToken({ scopes: ['user:read:follows'] });
  Object.assign(state, { refreshes: 0, refused: 0, most: 0, accessToken: '', userId });
  state.under.clear();
  const { store, close } = await meet(meetingOf(0));
  await store.set(keyOf(kind), { accessToken: 'ended', refreshToken, scopes, obtainedAt: 1, expiresAt: 2 });
  await close();
  return callAll(meetingOf, kind, more);
}

const keyOf = (kind: Kind) => `stream ${providers[kind].options.authUrl} ${providers[kind].options.clientId} user ann`;

/** Makes all eight processes call 50 times at once. */
async function callAll(meetingOf: MeetingOf, kind: Kind, more: { lockTtlMs?: number } = {}) {
  const { state, options } = providers[kind];
  const { userId } = state;
  const outcomes = await Promise.all(
    members.map((member, index) => {
      const task: Task = { options, userId, calls: 50, meeting: meetingOf(index), ...more };
      return new Promise<readonly string[]>((resolve) => {
        member.done = (outcomes = []) => resolve(outcomes);
        member.child.send(task);
      });
    }),
  );
  const { store, close } = await meet(meetingOf(0));
  const stored = await store.get(keyOf(kind));
  await close();
  const tally = [...Map.groupBy(outcomes.flat(), String)].map(([outcome, all]) => [outcome, all.length]);
  return { calls: Object.fromEntries(tally), stored: stored?.accessToken, ...state };
}

/** Kills the first process whose refresh has reached `step`, and replaces it when everything is over. */
async function killOne(meetingOf: MeetingOf, kind: Kind, step: Step) {
  let killed: Member | undefined;
  atStep = async (reached, member) => {
    if (killed || reached !== step) return;
    killed = member;
    member.child.kill('SIGKILL');
    await once(member.child, 'exit');
  };
  const result = await all(meetingOf, kind, { lockTtlMs });
  members = members.map((member) => (member === killed ? start() : member));
  return result;
}

/** Stops a store from working, and lets it work again. */
export interface Outage {
  begin(): unknown;
  end(): unknown;
}

/**
 * Tests a fleet's guarantees with any store: no grant is refreshed twice, and no process blocks the others.
 *
 * @param outages Outages of the store, by what it does. Default: none.
 */
export function describeFleet(
  where: string,
  meetingOf: MeetingOf,
  outages: Readonly<Record<string, Outage>> = {},
): void {
  describe(`8 processes that share a grant in ${where}`, () => {
    beforeAll(async () => {
      providers = { 'one-time': await startProvider('one-time'), lasting: await startProvider('lasting') };
      members = Array.from({ length: 8 }, start);
    });
    afterAll(async () => {
      for (const { child } of members ?? []) child.kill('SIGKILL');
      for (const each of Object.values(providers ?? {})) await each.close();
    });

    it.each<Kind>(['one-time', 'lasting'])(
      'refresh it once with its %s refresh token',
      async (kind) => {
        atStep = () => {};
        for (let round = 0; round < 3; round += 1) {
          const { calls, refreshes, refused, stored, accessToken } = await all(meetingOf, kind);
          expect({ calls, refreshes, refused }).toEqual({ calls: { worked: 400 }, refreshes: 1, refused: 0 });
          expect(stored).toBe(accessToken);
        }
      },
      90_000,
    ); // the first time, the processes have to load their modules

    it.each<[Step, Kind, number]>([
      ['asked', 'one-time', 1],
      ['stored', 'one-time', 1],
      ['asked', 'lasting', 1],
      ['rotated', 'lasting', 2],
      ['answered', 'lasting', 2],
      ['stored', 'lasting', 1],
    ])(
      'lose no calls of other processes when one is killed at the step "%s" of its refresh (%s refresh token)',
      async (step, kind, refreshes) => {
        for (let round = 0; round < rounds; round += 1) {
          const result = await killOne(meetingOf, kind, step);
          expect(result).toMatchObject({ calls: { worked: 350 }, refreshes, refused: 0, most: 1 });
          expect(result.stored).toBe(result.accessToken);
        }
      },
      30_000 * rounds,
    );

    // This cannot be prevented, because the only working refresh token died with the process. The grant is stored
    // as soon as it is read, so this requires a death within the milliseconds between the provider's rotation and the
    // store.
    it.each<Step>(['rotated', 'answered'])(
      'ask for a new consent when the killed process had used up the only refresh token (killed at the step "%s")',
      async (step) => {
        for (let round = 0; round < rounds; round += 1) {
          const { calls, refreshes, refused, most } = await killOne(meetingOf, 'one-time', step);
          expect({ calls, refreshes, most }).toEqual({
            calls: { reauthorization_required: 350 },
            refreshes: 1,
            most: 1,
          });
          expect(refused).toBeLessThanOrEqual(7); // each process asks at most once
        }
      },
      30_000 * rounds,
    );

    it.each(Object.entries(outages))(
      'keep their user signed in when the store %s just as a refreshed grant is saved',
      async (_, { begin, end }) => {
        let opened = 0;
        let writes = 0;
        const allOpened = Promise.withResolvers<void>();
        atStep = async (step) => {
          opened += step === 'opened' ? 1 : 0;
          if (opened === 8) allOpened.resolve();
          if (step !== 'answered') return;
          writes += 1;
          await allOpened.promise; // nobody connects during the outage
          if (writes === 1) await begin();
          if (writes === 2) await end(); // the first write has failed
        };
        const { calls, refreshes, refused, stored, accessToken } = await all(meetingOf, 'one-time', {
          lockTtlMs: 60_000,
        });
        const { worked = 0, unavailable = 0 } = calls;
        expect({ calls, refreshes, refused }).toMatchObject({ refreshes: 1, refused: 0 });
        expect(worked + unavailable).toBe(400);
        expect(worked).toBeGreaterThanOrEqual(50); // the process that refreshed it loses no call
        expect(writes).toBeGreaterThan(1);
        expect(stored).toBe(accessToken);
        expect(await callAll(meetingOf, 'one-time')).toMatchObject({
          calls: { worked: 400 },
          refreshes: 1,
          refused: 0,
        });
      },
      90_000,
    );

    it('keep the newer grant when a process with an older one is suspended until another has taken its lock', async () => {
      let still: Member | undefined;
      let others = 7;
      let wakes = () => {};
      const woken = new Promise<void>((resolve) => {
        wakes = resolve;
      });
      atStep = async (step, member) => {
        if (still || step !== 'answered') return;
        still = member;
        member.child.kill('SIGSTOP');
        for (const other of members) {
          const { done } = other;
          other.done = (outcomes) => {
            done?.(outcomes);
            others -= 1;
            if (others === 0) wakes();
          };
        }
        await woken;
        member.child.kill('SIGCONT');
      };
      const { calls, refreshes, stored, accessToken } = await all(meetingOf, 'lasting', { lockTtlMs });
      expect({ calls, refreshes }).toEqual({ calls: { worked: 400 }, refreshes: 2 });
      expect(stored).toBe(accessToken);
    });
  });
}
