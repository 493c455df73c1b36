import { execFileSync } from 'node:child_process';
import { createBankClient } from '@x/bank';
import { createFoodClient } from '@x/food';
import { createMusicClient } from '@x/music';
import { createSandbox } from '@x/sandbox';
import { createStreamClient } from '@x/stream';
import { launchChromium } from '@x/testing/chromium';
import { root } from './repository.ts';

// Takes the screenshots for the README: the demo in a terminal, and the sandbox page after a few calls.

/** Returns a pattern that matches terminal text in bold (1) or dim (2). */
const styled = (code: number) => RegExp(`${esc}\\[${code}m(.*?)${esc}\\[22m`, 'g');
const esc = String.fromCharCode(27);

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Returns a page that shows the beginning of the demo's output as a dark terminal would. */
function createTerminalPage(): string {
  const printed = execFileSync(process.execPath, ['--conditions=@x/source', 'examples/demo/main.ts'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '1' },
  });
  const lines = `<b>$ npx pnpm@12 demo</b>\n${escaped(printed)}`
    .replaceAll(styled(1), '<b>$1</b>')
    .replaceAll(styled(2), '<i>$1</i>')
    .split('\n');
  const style = `body { margin: 0; padding: 16px 20px; background: #16181d; color: #c9d1d9; font: 14px/1.45 monospace; white-space: pre }
    b { color: #fff } i { color: #8b949e; font-style: normal }`;
  return `<!doctype html><meta charset="utf-8"><style>${style}</style><body>${lines.slice(0, 34).join('\n')}</body>`;
}

const browser = await launchChromium();
const sandbox = await createSandbox();
try {
  const page = await browser.newPage({ viewport: { width: 740, height: 720 } });
  await page.setContent(createTerminalPage());
  await page.screenshot({ path: `${root}docs/images/demo.png` });

  await page.setViewportSize({ width: 1100, height: 520 });
  await page.goto(sandbox.controlApi.page);
  await page.getByText('live', { exact: true }).waitFor();
  const music = createMusicClient(sandbox.options.music);
  const bank = createBankClient(sandbox.options.bank);
  await createStreamClient(sandbox.options.stream).streams.list({ first: 20 });
  await createFoodClient(sandbox.options.food).foods.search({ query: 'cheddar' });
  await bank.transactions.syncAll({ access_token: sandbox.controls.bank.accessTokens[0] as string });
  sandbox.faults.add({ provider: 'music', status: 429, headers: { 'retry-after': '0' }, times: 1 });
  await music.search({ q: 'love', type: 'track', limit: 5 });
  await page.getByText('429', { exact: true }).first().waitFor();
  await page.screenshot({ path: `${root}docs/images/sandbox.png` });
} finally {
  await browser.close();
  await sandbox.close();
}
