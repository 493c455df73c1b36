import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '@x/testing/programs';
import { build } from 'esbuild';
import { createProject, quiet, startSandbox } from '../project.ts';
import type { SmokeOptions } from './smoke/subjects.ts';
import type { Check } from './smoke/suite.ts';

/** A row of the table: a runtime, compiler or bundler that the packages must work with. */
export interface Row {
  readonly name: string;
  readonly version: string;
  /** Tests the packages in the project. Returns a short summary of the result. */
  prove(project: string): Promise<string>;
}

/** A runtime or tool that is not available on this machine. */
export class Missing extends Error {}

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Arguments of npm that install packages. */
export const install: readonly string[] = ['install', '--ignore-scripts', '--prefer-offline', ...quiet];

/** Packages that consumers install as well: a plugin that Rollup needs to resolve packages, and the Node types. */
const companions = {
  '@rollup/plugin-node-resolve': '16.0.3',
  '@types/node': JSON.parse(readFileSync(path('../../node_modules/@types/node/package.json'), 'utf8')).version,
};

/**
 * Packs the packages as currently built, and installs them with npm in a new project in `place`, as a user would. Adds
 * the suite as `smoke.mjs`, and a program for compilers as `consumer.ts`. Returns the project's folder.
 */
export async function createConsumer(place: string): Promise<string> {
  const packed = join(place, 'packed');
  const folder = createProject(place, 'project');
  await run(path('../../../..'), process.execPath, path('../pack.ts'), packed);
  const tarballs = readdirSync(packed).map((file) => join(packed, file));
  const others = Object.entries(companions).map(([name, version]) => `${name}@${version}`);
  await run(folder, 'npm', ...install, ...tarballs, ...others);
  await build({
    entryPoints: [path('./smoke/suite.ts')],
    outfile: join(folder, 'smoke.mjs'),
    bundle: true,
    format: 'esm',
    packages: 'external',
  });
  copyFileSync(path('./consumer.ts'), join(folder, 'consumer.ts'));
  return folder;
}

/** Passes `use` the options of a sandbox that runs in its own process, from the project's packages. */
export async function withSandbox<T>(project: string, use: (options: SmokeOptions) => Promise<T>): Promise<T> {
  // All app tokens live for an hour.
  const lifetimes = { stream: { appTokenSeconds: 3600 }, music: { accessTokenSeconds: 3600 } };
  const { stop, ...options } = await startSandbox(project, lifetimes);
  try {
    return await use(options);
  } finally {
    await stop();
  }
}

/** Returns a module that runs `smoke.mjs` from the same folder and prints the checks. */
export const mainOf = (options: SmokeOptions): string => `import { smoke } from './smoke.mjs';
console.log(JSON.stringify(await smoke(${JSON.stringify(options)})));
`;

/** Returns the number of passed checks, or throws an error that lists the failed ones. */
export function judge(checks: readonly Check[]): string {
  const failed = checks.filter(({ ok }) => !ok).map(({ provider, name, seen }) => `${provider} ${name}: ${seen}`);
  if (failed.length > 0 || checks.length === 0)
    throw new Error(`${failed.length} of ${checks.length} checks failed\n${failed.join('\n')}`);
  return `${checks.length} checks`;
}
