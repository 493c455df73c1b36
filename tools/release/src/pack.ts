import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

// `pack.ts FOLDER` packs every public package, as it is built, into a tarball in FOLDER. `publish.ts` publishes them, in another job
// that installs nothing.

const [folder = 'tools/release/dist'] = process.argv.slice(2);
const place = resolve(folder);
rmSync(place, { recursive: true, force: true });
mkdirSync(place, { recursive: true });
for (const file of globSync('packages/*/package.json').sort())
  if (!JSON.parse(readFileSync(file, 'utf8')).private)
    execFileSync('pnpm', ['pack', '--pack-destination', place], { cwd: dirname(file), stdio: 'inherit' });
