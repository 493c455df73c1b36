import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const source = pathOf('../../packages/core/src/declare/lifecycle.ts');
const head = `import type { ClientLifecycle } from '${source}';\ninterface Client extends ClientLifecycle {}\n`;

/** What a user writes, with `esnext.disposable` in `lib` and without it. */
const programs = {
  disposable: `${head}export async function use(open: () => Client) { await using client = open(); return client.health(); }\n`,
  plain: `${head}export const use = (client: Client) => client.close({ graceMs: undefined });\n`,
};

it.each([
  ['TypeScript 5.9', pathOf('../release/node_modules/typescript-5.9/bin/tsc')],
  ["the repository's TypeScript", pathOf('../../node_modules/typescript/bin/tsc')],
])('the type of a client compiles under %s with and without the types of await using', async (name, tsc) => {
  const folder = pathOf(`.generated/await-using-${name.replaceAll(/\W+/g, '-')}/`);
  mkdirSync(folder, { recursive: true });
  for (const [program, code] of Object.entries(programs)) {
    writeFileSync(`${folder}${program}.ts`, code);
    const compilerOptions = {
      ...{ target: 'es2022', module: 'nodenext', strict: true, exactOptionalPropertyTypes: true, noEmit: true },
      ...{ skipLibCheck: false, allowImportingTsExtensions: true, types: [] },
      lib: ['es2022', 'dom', ...(program === 'disposable' ? ['esnext.disposable'] : [])],
    };
    writeFileSync(`${folder}${program}.json`, JSON.stringify({ compilerOptions, files: [`${program}.ts`] }));
    const run = promisify(execFile)(process.execPath, [tsc, '-p', `${folder}${program}.json`, '--pretty', 'false']);
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  }
});
