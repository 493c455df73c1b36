import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstLine, run } from '@x/testing/programs';
import { build } from 'esbuild';
import { install } from './install.ts';
import { judge, mainOf, withSandbox } from './project.ts';
import type { Row } from './rows.ts';
import { type Runtime, runtimes } from './runtimes.ts';
import type { SmokeOptions } from './smoke/options.ts';

/** The suite on every runtime. */
export const runtimeRows: readonly Row[] = runtimes().map((runtime) => ({
  name: runtime.name,
  version: runtime.version,
  async prove(project) {
    const program = join(await install(runtime.package, runtime.version), runtime.program);
    return withSandbox(project, async (options) => {
      if (!runtime.args) return judge(await inWorker(runtime, program, project, options));
      const main = `${runtime.name}.mjs`;
      writeFileSync(join(project, main), mainOf(options));
      return judge(await run(project, program, ...runtime.args, main));
    });
  },
}));

/** Runs the suite in a worker, which takes one module and responds to a request with what it would print. */
async function inWorker(
  { version }: Runtime,
  program: string,
  project: string,
  options: SmokeOptions,
): Promise<string> {
  await build({
    stdin: { contents: workerOf(options), resolveDir: project },
    outfile: join(project, 'worker.mjs'),
    bundle: true,
    format: 'esm',
    logLevel: 'silent', // what is wrong is in the error
    conditions: ['workerd', 'worker'],
  });
  // The date is the release's own. No compatibility with Node is asked for, and only this machine can be reached.
  const date = version.replace(/^1\.(....)(..)(..).*/, '$1-$2-$3');
  writeFileSync(
    join(project, 'worker.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "suite", worker = (
      modules = [(name = "worker.mjs", esModule = embed "worker.mjs")],
      compatibilityDate = "${date}",
      globalOutbound = "loopback",
    )),
    (name = "loopback", network = (allow = ["127.0.0.0/8"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "suite")],
);
`,
  );
  const child = spawn(program, ['serve', 'worker.capnp', '--control-fd=3'], {
    cwd: project,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  try {
    const { port } = JSON.parse(await firstLine(child, child.stdio[3] as typeof child.stdout));
    const answer = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(60_000) });
    return await answer.text();
  } finally {
    child.kill();
  }
}

const workerOf = (options: SmokeOptions): string => `import { smoke } from './smoke.mjs';
export default {
  async fetch() {
    const lines = [];
    for await (const check of smoke(${JSON.stringify(options)})) lines.push(JSON.stringify(check));
    return new Response([...lines, 'end'].join('\\n'));
  },
};
`;
