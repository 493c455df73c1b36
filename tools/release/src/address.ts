import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { changeLinks } from '../../docs/src/api/markdown.ts';

// Writes the repository's address into each package.json, and makes the links in each README absolute, because a README
// is read far from the files that it links to. npm links to the address, and accepts provenance only with it. The
// workflow that packs the packages sets the address in the environment; without it, nothing is written.

const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
if (server && repository) {
  const home = `${server}/${repository}`;
  for (const file of globSync('packages/*/package.json')) {
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    const address = { type: 'git', url: `git+${home}.git`, directory: dirname(file) };
    writeFileSync(file, `${JSON.stringify({ ...manifest, repository: address }, null, 2)}\n`);
  }
  for (const file of globSync('packages/*/README.md')) {
    const absolute = changeLinks(readFileSync(file, 'utf8'), (link, label, isImage) => {
      const isRelative = !/^(#|[a-z]+:)/.test(link);
      const to = isRelative ? `${home}/blob/HEAD/${posix.join(dirname(file), link)}` : link;
      return `${isImage ? '!' : ''}[${label}](${to})`;
    });
    writeFileSync(file, absolute);
  }
}
