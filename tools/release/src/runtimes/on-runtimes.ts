import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { arch, platform } from 'node:process';
import { fileURLToPath } from 'node:url';
import { firstLine, run } from '@x/testing/programs';
import { build } from 'esbuild';
import { install, judge, Missing, mainOf, type Row, withSandbox } from './project.ts';
import type { SmokeOptions } from './smoke/subjects.ts';

/** A runtime, as npm has it. */
interface Runtime {
  readonly name: string;
  readonly version: string;
  /** Package with the runtime's binary for this kind of machine. It needs no install script. */
  readonly package: string;
  /** Path of the program in the package. */
  readonly program: string;
  /** Arguments before the module to run. A worker runtime runs no module. */
  readonly args?: readonly string[];
}

const node = {
  package: `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${arch}`,
  program: 'bin/node',
  args: [],
};
const runtimes: readonly Runtime[] = [
  { name: 'node22', version: '22.23.3', ...node },
  { name: 'node24', version: '24.21.0', ...node },
  { name: 'node26', version: '26.10.0', ...node },
  {
    name: 'bun',
    version: '1.4.5',
    package: `@oven/bun-${platform}-${arch === 'arm64' ? 'aarch64' : arch}`,
    program: 'bin/bun',
    args: ['--no-install'],
  },
  {
    name: 'deno',
    version: '2.9.6',
    package: `@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}`,
    program: 'deno',
    // All that the clients need: no files, no environment.
    args: ['run', '--no-prompt', '--no-remote', '--no-lock', '--node-modules-dir=manual', '--allow-net=127.0.0.1'],
  },
  {
    name: 'workerd',
    version: '1.20261117.1',
    package: `@cloudflare/workerd-${platform}-${arch === 'x64' ? '64' : arch}`,
    program: 'bin/workerd',
  },
];

/** The suite on every runtime. */
export const runtimeRows: readonly Row[] = runtimes.map((runtime) => ({
  name: runtime.name,
  version: runtime.version,
  async prove(project) {
    const program = await download(runtime);
    return withSandbox(project, async (options) => {
      if (!runtime.args) return judge(await inWorker(runtime, program, project, options));
      const main = `${runtime.name}.mjs`;
      writeFileSync(join(project, main), mainOf(options));
      return judge(await run(project, program, ...runtime.args, main));
    });
  },
}));

const cache = fileURLToPath(new URL('../../node_modules/.cache/runtimes/', import.meta.url));

/** Downloads a runtime, unless that was done before; returns the path of its program. */
async function download({ package: name, version, program }: Runtime): Promise<string> {
  const home = join(cache, `${name}@${version}`.replace('/', '+'));
  if (!existsSync(home)) {
    mkdirSync(cache, { recursive: true });
    const place = mkdtempSync(join(cache, 'new-')); // what is interrupted must not pass for installed
    try {
      await run(place, 'npm', ...install, '--prefix', place, `${name}@${version}`);
      renameSync(place, home);
    } catch (error) {
      rmSync(place, { recursive: true });
      const [first = ''] = (error as Error).message.match(/(?<=^npm error )(?!code|syscall|errno).+/m) ?? [];
      throw new Missing(`npm does not install ${name}@${version}: ${first || (error as Error).message}`);
    }
  }
  return join(home, 'node_modules', name, program);
}

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
