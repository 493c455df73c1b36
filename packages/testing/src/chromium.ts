import { type Browser, chromium } from 'playwright-core';
import { findProgram } from './programs.ts';

/** Message for when there is no Chromium. */
export const howToInstall = 'No Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH';

/** Returns the path of a Chromium on this machine; undefined if there is none. */
export const findChromium = (): string | undefined =>
  findProgram(process.env.CHROMIUM_PATH, 'chromium', 'chromium-browser', 'google-chrome');

/** Returns whether to skip tests that need a browser because there is none. In CI, they fail instead. */
export function withoutChromium(): boolean {
  if (findChromium() || process.env.CI) return false;
  console.warn(`Not tested in a browser. ${howToInstall}`);
  return true;
}

/** Starts Chromium without a window. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(howToInstall);
  // Chromium refuses to run as root in its own sandbox.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}
