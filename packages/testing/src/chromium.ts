import { type Browser, chromium } from 'playwright-core';
import { findProgram } from './programs.ts';

/** What to do where there is no Chromium. */
export const howToInstall = 'No Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH';

/** Path of a Chromium on this machine. */
export const findChromium = (): string | undefined =>
  findProgram(process.env.CHROMIUM_PATH, 'chromium', 'chromium-browser', 'google-chrome');

/** Whether tests that need a browser are left out: where there is none. In CI they fail instead. */
export function withoutChromium(): boolean {
  if (findChromium() || process.env.CI) return false;
  console.warn(`Not tested in a browser. ${howToInstall}`);
  return true;
}

/** Starts it, without a window. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(howToInstall);
  // Chromium refuses to put root into its own sandbox.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}
