import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { names, pascal } from '../../providers.ts';

// `pnpm new-provider NAME` adds a provider from the files in `template`: its package, its sandbox, and its row in each
// list of providers. Then it prints the files that it changed outside of the provider's own folders.

const root = fileURLToPath(new URL('../../../', import.meta.url));
process.chdir(root);

function stop(problem: string): never {
  console.error(`new-provider: ${problem}`);
  process.exit(2);
}

const [name = ''] = process.argv.slice(2);
if (!/^[a-z]+$/.test(name)) stop('NAME must be lowercase letters, such as clocks');
if (existsSync(`packages/${name}`)) stop(`packages/${name} exists. Choose another name`);
const { sandboxRules } = await import(`${root}packages/sandbox/src/sandbox-rules.ts`);
if (['limits', ...Object.keys(sandboxRules([]))].includes(name))
  stop(`${name} is a setting of createSandbox. Choose another name, such as ${name}s`);

const named = (text: string) =>
  text.replaceAll('clocks', name).replaceAll('Clocks', pascal(name)).replaceAll('CLOCKS', name.toUpperCase());

/** Changes a file. Fails if the change changes nothing, because the file no longer looks as expected. */
function change(file: string, edit: (text: string) => string): void {
  const text = readFileSync(file, 'utf8');
  const changed = edit(text);
  if (changed === text) stop(`${file} has changed, so this script no longer knows where ${name} belongs in it`);
  writeFileSync(file, changed);
}

const last = names.at(-1) ?? '';
const own = `packages/${name}`;
const servers = `packages/sandbox/src/providers/${name}`;

const template = 'tools/release/template';
for (const file of globSync(`${template}/**/*.{ts,md,json}`)) {
  const target = named(file.replace(`${template}/package`, own).replace(`${template}/sandbox`, servers));
  cpSync(file, target);
  writeFileSync(target, named(readFileSync(target, 'utf8')));
}
for (const file of ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'vitest.config.ts'])
  cpSync(`packages/quotes/${file}`, `${own}/${file}`);
change(`${own}/package.json`, (text) => {
  const {
    name: _,
    version: __,
    description: ___,
    keywords: ____,
    dependencies,
    devDependencies,
    ...rest
  } = JSON.parse(text);
  const { nock, ...development } = devDependencies;
  rest.scripts.build = rest.scripts.build.replace('cli.ts quotes', `cli.ts ${name}`);
  const head = {
    name: `@x/${name}`,
    version: '0.0.0',
    description: `Typed client for the ${pascal(name)} API: checked responses, one cursor, errors that are safe to log.`,
    keywords: [name, 'api-client', 'sdk', 'typescript'],
  };
  return `${JSON.stringify({ ...head, ...rest, dependencies, devDependencies: development }, undefined, 2)}\n`;
});

// The lists of providers.
change('packages/sandbox/src/shared/provider-name.ts', (text) => text.replace(/;\n$/, ` | '${name}';\n`));
change('packages/sandbox/src/providers.ts', (text) =>
  text
    .replace(/(?=import type)/, `import { ${name}Provider } from './providers/${name}/provider.ts';\n`)
    .replace(/\n}/, `\n  /** The ${pascal(name)} API. */\n  ${name}: ${name}Provider,\n}`),
);
change('packages/mcp/package.json', (text) => {
  const manifest = JSON.parse(text);
  manifest.apis.push(name);
  const dependencies = Object.entries({ ...manifest.dependencies, [`@x/${name}`]: 'workspace:^' });
  manifest.dependencies = Object.fromEntries(dependencies.sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
});
change('README.md', (text) =>
  text.replace(
    new RegExp(`^\\| \\[@x/${last}\\].*\\n`, 'm'),
    (row) => `${row}| [@x/${name}](packages/${name}/README.md) | the ${pascal(name)} API |\n`,
  ),
);
writeFileSync(
  `.changeset/first-${name}.md`,
  `---\n"@x/${name}": minor\n---\n\nFirst release. A typed client for the ${pascal(name)} API.\n`,
);

const run = (...command: string[]) =>
  execFileSync('pnpm', command, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, CI: '' } });
run('install', '--no-frozen-lockfile');
run('exec', 'biome', 'check', '--write', own, servers, 'README.md', 'packages/sandbox/src');

const changed = execFileSync('git', ['status', '--porcelain', '--untracked-files=all'], { encoding: 'utf8' })
  .split('\n')
  .map((line) => line.slice(3))
  .filter((file) => file && !file.startsWith(`${own}/`) && !file.startsWith(`${servers}/`));
console.log(
  `${own} and ${servers} are ready. Other files that changed:\n${changed.map((file) => `  ${file}`).join('\n')}`,
);
