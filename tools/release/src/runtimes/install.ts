import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '@x/testing/programs';

const cache = fileURLToPath(new URL('../../node_modules/.cache/runtimes/', import.meta.url));

/** What is to be tried is not to be had on this machine. */
export class Missing extends Error {}

/** Installs a package that needs no other, without its scripts, unless that was done before; returns its folder. */
export async function install(name: string, version: string): Promise<string> {
  const home = join(cache, `${name}@${version}`.replace('/', '+'));
  if (!existsSync(home)) {
    mkdirSync(cache, { recursive: true });
    const place = mkdtempSync(join(cache, 'new-')); // what is interrupted must not pass for installed
    try {
      await run(place, 'npm', 'install', '--prefix', place, ...quiet, `${name}@${version}`);
      renameSync(place, home);
    } catch (error) {
      rmSync(place, { recursive: true });
      const [first = ''] = (error as Error).message.match(/(?<=^npm error )(?!code|syscall|errno).+/m) ?? [];
      throw new Missing(`npm does not install ${name}@${version}: ${first || (error as Error).message}`);
    }
  }
  return join(home, 'node_modules', name);
}

/** Options of `npm install` here. */
export const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
