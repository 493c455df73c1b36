import { withoutChromium } from '@x/testing/chromium';
import { expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { runScript } from '../run-script.ts';

it.skipIf(withoutChromium())('the Playwright tests pass', { timeout: 120_000 }, async () => {
  expect(await runScript(packageJson.scripts['testing-playwright'])).toMatch(/^ +3 passed/m);
});
