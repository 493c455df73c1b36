import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { publicPackages } from './checkout.ts';

// `pack.ts FOLDER` packs every public package, as currently built, into a tarball in FOLDER, and prints the command
// that installs the tarballs. `publish.ts` publishes them in another job, which installs nothing.

const [folder = 'tools/release/dist'] = process.argv.slice(2);
const place = resolve(folder);
rmSync(place, { recursive: true, force: true });
mkdirSync(place, { recursive: true });
const filters = publicPackages().flatMap(({ name }) => ['--filter', name]);
execFileSync('pnpm', [...filters, 'pack', '--pack-destination', place], { stdio: ['ignore', 'ignore', 'inherit'] });
console.log(`npm install ${resolve(place, 'x-*.tgz')}`);
