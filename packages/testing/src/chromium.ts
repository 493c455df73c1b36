import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { findProgram } from './programs.ts';

/** Message for when there is no Chromium. */
export const howToInstall = 'No Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH';

/**
 * Returns the path of a Chromium on this machine; undefined if there is none. One without windows comes first, because
 * it takes less than half the CPU time.
 */
export const findChromium = (): string | undefined =>
  findProgram(process.env.CHROMIUM_PATH, 'chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome');

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

/** Records the origins that a browser window loads from, and its warnings and errors. */
export function watchContext(context: BrowserContext): { origins(): string[]; readonly complaints: readonly string[] } {
  const origins = new Set<string>();
  const complaints: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith('data:')) origins.add(new URL(request.url()).origin);
  });
  context.on('console', (message) => complaints.push(message.text()));
  context.on('weberror', (error) => complaints.push(String(error.error())));
  return { origins: () => [...origins].sort(), complaints };
}
