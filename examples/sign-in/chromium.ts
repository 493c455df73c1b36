import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** What to do where there is no Chromium. */
export const howToInstall = 'No Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH';

/** Path of a Chromium on this machine. */
export function findChromium(env = process.env): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter);
  const installed = ['chromium', 'chromium-browser', 'google-chrome'].flatMap((name) =>
    ['/usr/bin', ...folders].map((folder) => join(folder, name)),
  );
  return [env.CHROMIUM_PATH ?? '', ...installed].find((path) => path && existsSync(path));
}

/** Starts it, without a window. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(howToInstall);
  // Chromium refuses to put root into its own sandbox.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}
