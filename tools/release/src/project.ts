import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstLine, run } from '@x/testing/programs';

/** Options that keep `npm install` quiet. */
export const quiet: readonly string[] = ['--no-audit', '--no-fund', '--loglevel=error'];

/** Creates an empty npm project, as a user would. Returns its folder. */
export function createProject(place: string, name: string): string {
  const folder = join(place, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, private: true, type: 'module' }));
  return folder;
}

/** Lists every copy of a package that is installed in a project, as `name@version`, sorted. */
export const installedIn = (folder: string): string[] =>
  globSync('**/node_modules/{@*/*,[!@.]*}/package.json', { cwd: folder })
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
    .map(({ name, version }) => `${name}@${version}`)
    .sort();

/** Runs a module in a project and returns its output. */
export async function runIn(folder: string, code: string): Promise<string> {
  writeFileSync(join(folder, 'main.js'), code);
  return (await run(folder, 'node', 'main.js')).trim();
}

/** Output of `sandbox --json`. */
export interface SandboxAddresses {
  readonly url: string;
  readonly controlApi: { readonly url: string; readonly token: string };
  /** Options for the clients. */
  readonly options: import('@x/sandbox').SandboxClientOptions;
}

/** Starts the sandbox that is installed in a project. `config` holds options of `createSandbox`. */
export async function startSandbox(
  folder: string,
  config: object = {},
): Promise<SandboxAddresses & { stop(): Promise<void> }> {
  writeFileSync(join(folder, 'sandbox.json'), JSON.stringify(config));
  const program = join(folder, 'node_modules/.bin/sandbox');
  const child = spawn('node', [program, '--port', '0', '--config', 'sandbox.json', '--json'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const addresses: SandboxAddresses = JSON.parse(await firstLine(child));
  const stop = async () => {
    child.kill();
    await ended;
  };
  return { ...addresses, stop };
}
