import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '@x/sandbox/stream';
import { expect, it, onTestFinished } from 'vitest';

/**
 * Runs a program whose listener has subscribed to an event, until it ends. Calls `reached` with each line that it
 * prints.
 */
async function runProgram(program: string, options = '{}', reached: (line: string) => void = () => {}) {
  const sandbox = await createSandbox({ stream: { users: 5 } });
  onTestFinished(() => sandbox.close());
  const { accessToken, userId } = sandbox.controls.stream.issueUserToken();
  const script = `
    import { createStreamClient } from '@x/stream';
    import { createEventListener } from '@x/stream/events';
    const stream = createStreamClient(${JSON.stringify(sandbox.options.stream)});
    await stream.accounts.set('ann', { accessToken: '${accessToken}' });
    const url = '${sandbox.listenerOptions.stream.url}';
    const events = createEventListener(stream.withAccount('ann'), { url, ...${options} });
    await events.setSubscriptions([{ type: 'stream.online', version: '1', condition: { broadcaster_user_id: '${userId}' } }]);
    console.log('subscribed');
    ${program}
  `;
  const child = spawn(process.execPath, ['--conditions=@x/source', '--input-type=module', '--eval', script], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  child.stdout.on('data', (chunk) => {
    for (const line of String(chunk).trim().split('\n')) {
      lines.push(line);
      reached(line);
    }
  });
  const ended = once(child, 'close').then(([code]) => ({ code, lines }));
  return { sandbox, ended, child };
}

/**
 * A timer that does not keep the process alive, and lasts longer than anything the listener could wait for on its own.
 */
const stillAlive = `setTimeout(() => { console.log('alive'); process.exit(); }, 2000).unref();`;

it('a process whose listener is idle ends, even though its WebSocket is open', async () => {
  const { ended } = await runProgram(`events.on('stream.online', () => {}); ${stillAlive}`);
  expect(await ended).toEqual({ code: 0, lines: ['subscribed'] });
});

it('a process whose listener has keepAlive does not end until the listener is closed', async () => {
  const { ended } = await runProgram(stillAlive, '{ keepAlive: true }');
  expect(await ended).toEqual({ code: 0, lines: ['subscribed', 'alive'] });
  const closed = await runProgram(`await events.close(); ${stillAlive}`, '{ keepAlive: true }');
  expect(await closed.ended).toEqual({ code: 0, lines: ['subscribed'] });
});

it('a process whose loop waits for an event does not end before the event arrives', async () => {
  const { ended, sandbox } = await runProgram(
    `setTimeout(() => console.log('waits'), 1000).unref();
     for await (const { type } of events) { console.log(type); break; }`,
    '{}',
    (line) => {
      if (line === 'waits') sandbox.controls.stream.eventSub.fire('stream.online');
    },
  );
  expect(await ended).toEqual({ code: 0, lines: ['subscribed', 'waits', 'stream.online'] });
});

it('a loop that waits while the connection is lost keeps the process alive until there is a new one', async () => {
  const { ended, sandbox } = await runProgram(
    `events.on('connected', () => console.log('again'));
     for await (const { type } of events) { console.log(type); break; }`,
    '{}',
    (line) => {
      const { eventSub } = sandbox.controls.stream;
      if (line === 'subscribed') eventSub.sockets.drop();
      if (line === 'again') eventSub.fire('stream.online');
    },
  );
  expect(await ended).toEqual({ code: 0, lines: ['subscribed', 'again', 'stream.online'] });
});
