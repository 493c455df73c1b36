import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { firstLine, run } from '@x/testing/programs';
import { build } from 'esbuild';
import { quiet } from './install.ts';
import { companions } from './runtimes.ts';
import type { SmokeOptions } from './smoke/options.ts';
import type { Check } from './smoke/suite.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * Packs the packages as they are built and installs them with npm in a new project below `place`, as anyone would.
 * `smoke.mjs` there is the suite, `consumer.ts` a program for compilers. Returns the project's folder.
 */
export async function createProject(place: string): Promise<string> {
  const [packed, folder] = [join(place, 'packed'), join(place, 'project')];
  mkdirSync(folder);
  await run(path('../../../..'), process.execPath, path('../pack.ts'), packed);
  const tarballs = readdirSync(packed).map((file) => join(packed, file));
  const types = JSON.parse(readFileSync(path('../../node_modules/@types/node/package.json'), 'utf8')).version;
  const others = Object.entries({ ...companions, '@types/node': types }).map(([name, version]) => `${name}@${version}`);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  await run(folder, 'npm', 'install', ...quiet, ...tarballs, ...others);
  for (const [from, to] of [
    ['./smoke/suite.ts', 'smoke.mjs'],
    ['./server.ts', 'server.mjs'],
  ] as const)
    await build({
      entryPoints: [path(from)],
      outfile: join(folder, to),
      bundle: true,
      format: 'esm',
      packages: 'external',
    });
  copyFileSync(path('./consumer.ts'), join(folder, 'consumer.ts'));
  return folder;
}

/** Passes `use` a sandbox that runs in a process of its own, from the project's packages. */
export async function withSandbox<T>(project: string, use: (options: SmokeOptions) => Promise<T>): Promise<T> {
  const child = spawn(process.execPath, ['server.mjs'], { cwd: project, stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    const line = await firstLine(child);
    return await use(JSON.parse(line));
  } finally {
    child.kill();
  }
}

/** A module beside `smoke.mjs` that runs it and prints a line per check; the last one confirms that it ran to its end. */
export const mainOf = (options: SmokeOptions): string => `import { smoke } from './smoke.mjs';
for await (const check of smoke(${JSON.stringify(options)})) console.log(JSON.stringify(check));
console.log('end');
`;

/** Judges what the suite printed. */
export function judge(printed: string): string {
  const lines = printed.trim().split('\n');
  if (lines.pop() !== 'end') throw new Error(`the suite did not come to its end\n${printed}`);
  return judgeChecks(lines.map((line) => JSON.parse(line)));
}

/** Returns how many checks passed, or throws with those that did not. */
export function judgeChecks(checks: readonly Check[]): string {
  const failed = checks.filter(({ ok }) => !ok).map(({ provider, name, seen }) => `${provider} ${name}: ${seen}`);
  if (failed.length > 0 || checks.length === 0)
    throw new Error(`${failed.length} of ${checks.length} checks failed\n${failed.join('\n')}`);
  return `${checks.length} checks`;
}
