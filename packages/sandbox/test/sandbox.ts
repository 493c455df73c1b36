import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished } from 'vitest';
import { createClock } from '../src/clock/clock.ts';
import { createSandbox } from '../src/create-sandbox.ts';
import type { SandboxOptions } from '../src/options.ts';
import type { Sandbox } from '../src/sandbox.ts';
import type { SandboxContext } from '../src/shared/context.ts';
import type { ProviderName } from '../src/shared/provider-name.ts';
import { createRandom } from '../src/shared/random.ts';

/**
 * Creates a context for tests of one provider, with seed 1, the base `http://sandbox.test/<name>`, and a stopped clock
 * at `startedAt`, by default 2026-01-01T00:00:00Z.
 */
export function testContext(name: ProviderName, overrides: Partial<SandboxContext> = {}): SandboxContext {
  const clock = overrides.clock ?? createClock(overrides.startedAt ?? Date.UTC(2026, 0, 1), false);
  return {
    clock,
    startedAt: clock.now(),
    random: (label) => createRandom(1, `${name}/${label}`),
    baseUrl: () => `http://sandbox.test/${name}`,
    fetch: globalThis.fetch,
    realQuirks: false,
    ...overrides,
  };
}

/** Returns the headers of a request to the control API and the page of a sandbox. */
export const withToken = ({ controlApi: control }: Pick<Sandbox, 'controlApi'>) => ({
  headers: { authorization: `Bearer ${control.token}` },
});

/** Starts a sandbox that closes when the test ends. */
export async function openSandbox(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await createSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Runs Node, and collects its output. */
export function runNode(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { PATH, NODE_COMPILE_CACHE, SANDBOX_NOW } = process.env;
  const child = spawn(process.execPath, args, {
    env: { PATH, NODE_COMPILE_CACHE, SANDBOX_NOW, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, output })),
  );
  return {
    ended,
    /** Waits for the first output, and returns it. */
    async started(): Promise<string> {
      await expect.poll(() => output).toContain('\n');
      return output;
    },
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Runs the command `sandbox`. */
export const runCommand = (args: readonly string[], env?: NodeJS.ProcessEnv) =>
  runNode(['--conditions=@x/source', 'src/cli/cli.ts', ...args], env);

/** Sends a GET with the given `Host` header, which `fetch` does not allow. */
export async function askAs(url: string, host: string) {
  const [response] = (await once(request(url, { headers: { host } }).end(), 'response')) as [IncomingMessage];
  return { status: response.statusCode, text: await text(response) };
}
