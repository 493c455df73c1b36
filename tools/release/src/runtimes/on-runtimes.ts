import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { arch, platform } from 'node:process';
import { fileURLToPath } from 'node:url';
import { run } from '@x/testing/programs';
import { bundleWorker, startWorker } from '@x/testing/workers';
import { install, judge, Missing, mainOf, type Row, withSandbox } from './project.ts';
import type { SmokeOptions } from './smoke/subjects.ts';
import type { Check } from './smoke/suite.ts';

/** A runtime that npm can install. */
interface Runtime {
  readonly name: string;
  readonly version: string;
  /** Package with the runtime's binary for this kind of machine. It needs no install script. */
  readonly package: string;
  /** Path of the program in the package. */
  readonly program: string;
  /** Arguments before the module to run. */
  readonly args: readonly string[];
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
    // The clients need only the network: no files, no environment variables.
    args: ['run', '--no-prompt', '--no-remote', '--no-lock', '--node-modules-dir=manual', '--allow-net=127.0.0.1'],
  },
];

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const manifest = path('../../../../packages/testing/node_modules/miniflare/package.json');
const { dependencies } = JSON.parse(readFileSync(manifest, 'utf8'));

/** Rows that run the suite on every runtime. */
export const runtimeRows: readonly Row[] = [
  ...runtimes.map((runtime) => ({
    name: runtime.name,
    version: runtime.version,
    async prove(project: string) {
      const program = await installRuntime(runtime, join(project, '..', runtime.name));
      return withSandbox(project, async (options) => {
        const main = `${runtime.name}.mjs`;
        writeFileSync(join(project, main), mainOf(options));
        return judge(JSON.parse(await run(project, program, ...runtime.args, main)));
      });
    },
  })),
  {
    name: 'workerd',
    version: dependencies.workerd,
    prove: (project) => withSandbox(project, (options) => inWorker(project, options)),
  },
];

/** Installs a runtime in its own folder. Returns the path of its program. */
async function installRuntime({ package: name, version, program }: Runtime, folder: string): Promise<string> {
  mkdirSync(folder);
  try {
    await run(folder, 'npm', ...install, '--prefix', folder, `${name}@${version}`);
  } catch (error) {
    const [first = ''] = (error as Error).message.match(/(?<=^npm error )(?!code|syscall|errno).+/m) ?? [];
    throw new Missing(`npm cannot install ${name}@${version}: ${first || (error as Error).message}`);
  }
  return join(folder, 'node_modules', name, program);
}

/**
 * Runs the suite in a worker without Node compatibility. The worker responds with the checks instead of printing them.
 */
async function inWorker(project: string, options: SmokeOptions): Promise<string> {
  const contents = `export { TokenObject } from '@x/cloudflare';
import { smoke } from './smoke.mjs';
export default {
  fetch: async () => Response.json(await smoke(${JSON.stringify(options)})),
};
`;
  const script = await bundleWorker({
    stdin: { contents, resolveDir: project },
    conditions: ['workerd', 'worker'],
    plugins: [], // uses the project's packages, not this workspace's
  });
  const worker = await startWorker(script);
  try {
    return judge((await (await worker.fetch('/')).json()) as Check[]);
  } finally {
    await worker.stop();
  }
}
