import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

// Writes the repository's address into each package.json. npm links to it, and accepts provenance only with it. The
// workflow that packs the packages sets the address in the environment; without it, nothing is written.

const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
for (const file of server && repository ? globSync('packages/*/package.json') : []) {
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const address = { type: 'git', url: `git+${server}/${repository}.git`, directory: dirname(file) };
  writeFileSync(file, `${JSON.stringify({ ...manifest, repository: address }, null, 2)}\n`);
}
