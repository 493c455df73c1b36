import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Record<string, string>;
}

interface Workflow {
  readonly permissions: Record<string, string>;
  readonly jobs: Record<string, { readonly 'timeout-minutes'?: number; readonly steps: Step[] }>;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string) => readFileSync(root + file, 'utf8');
const { scripts } = JSON.parse(read('package.json'));
/** What pnpm does itself. */
const builtIn = ['install', 'exec'];

/** The commands in a script that pnpm is given, and the repository's own files that it runs. */
function check(script: string): void {
  for (const [, name = ''] of script.matchAll(/\bpnpm(?:@\d+)? (?:run )?([a-z][\w:-]*)/g))
    assert.ok(builtIn.includes(name) || scripts[name], `pnpm ${name} in: ${script}`);
  for (const [file] of script.matchAll(/(?:\.ci|tools)\/[\w./-]+/g)) assert.ok(existsSync(root + file), file);
}

for (const file of globSync('.github/workflows/*.yml', { cwd: root })) {
  test(`${file} runs what there is, on pinned actions, with as few rights as it needs`, () => {
    const text = read(file);
    const { permissions, jobs } = parse(text) as Workflow;
    for (const right of Object.values(permissions)) assert.equal(right, 'read');
    for (const [name, { steps, 'timeout-minutes': limit }] of Object.entries(jobs)) {
      assert.ok(limit, `${name} ends some time`);
      for (const step of steps) {
        for (const script of [step.run, step.with?.['version-script'], step.with?.['publish-script']])
          if (script) check(script);
        assert.doesNotMatch(step.run ?? '', /\$\{\{/, 'text from outside comes by env, not into the script');
      }
    }
    for (const [line] of text.matchAll(/uses: .*/g)) assert.match(line, /@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
}

test('.ci/run and the scripts of package.json run what there is', () => {
  check(read('.ci/run'));
  for (const script of Object.values<string>(scripts)) check(script);
});
