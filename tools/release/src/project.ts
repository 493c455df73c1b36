import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstLine, run } from '@x/testing/programs';

/** A project of somebody else's, with npm. */
export interface Project {
  readonly folder: string;
  /** Installs packages, as `name` or `name@range`. */
  install(...packages: string[]): Promise<void>;
  /** All copies of packages that are installed, as `name@version`, in order. */
  installed(): string[];
  /** Runs a module in the project; returns what it printed. */
  run(code: string): Promise<string>;
}

/** Makes an empty project below `place` that installs from the registry at `url`. */
export function createProject(place: string, name: string, url: string): Project {
  const folder = join(place, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, private: true, type: 'module' }));
  // The scope is named too, since the user's settings may send it elsewhere. A cache of its own: the last rehearsal published
  // other content under the same versions.
  const flags = [
    '--registry',
    url,
    `--@x:registry=${url}`,
    '--cache',
    join(place, 'npm-cache'),
    '--no-audit',
    '--no-fund',
  ];
  return {
    folder,
    async install(...packages) {
      await run(folder, 'npm', 'install', ...flags, ...packages);
    },
    installed: () =>
      globSync('**/node_modules/{@*/*,[!@.]*}/package.json', { cwd: folder })
        .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
        .map(({ name, version }) => `${name}@${version}`)
        .sort(),
    async run(code) {
      writeFileSync(join(folder, 'main.js'), code);
      return (await run(folder, 'node', 'main.js')).trim();
    },
  };
}

/** Starts the sandbox that is installed in a project; returns the options of its clients, as JSON, and a function that stops it. */
export async function startSandbox({ folder }: Project): Promise<{ options: string; stop(): Promise<void> }> {
  const child = spawn('node', [join(folder, 'node_modules/.bin/sandbox'), '--port', '0', '--json'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const { options } = JSON.parse(await firstLine(child));
  const stop = async () => {
    child.kill();
    await ended;
  };
  return { options: JSON.stringify(options), stop };
}
