import { expect, it } from 'vitest';
import packageJson from './package.json' with { type: 'json' };
import { runScript } from './run-script.ts';

it('the Jest tests pass as ES modules', async () => {
  expect(await runScript(packageJson.scripts['testing-jest'])).toMatch(/^Tests: +2 passed, 2 total$/m);
});

it('the node:test tests pass', async () => {
  expect(await runScript(packageJson.scripts['testing-node'])).toMatch(/^ℹ pass 2$[\s\S]*^ℹ fail 0$/m);
});
