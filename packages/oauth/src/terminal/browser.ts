/** How to show an address to the person at a terminal. */
export interface AddressOptions {
  /** Shows a text to the person. Default: writes it to standard error, so that standard output has data only. */
  say?: ((text: string) => void) | undefined;
  /**
   * Opens an address in the person's browser. It rejects if it cannot. `false` opens none. Default: `openBrowser` if
   * this machine has a browser, otherwise `false`.
   */
  open?: ((address: string) => Promise<unknown>) | false | undefined;
}

/** Writes a text and a line break to standard error. */
export const sayOnStandardError = (text: string): void => void process.stderr.write(`${text}\n`);

/**
 * Whether the person has a browser on this machine: not over ssh, in CI, in a container, or on Linux without a desktop.
 * The variable `BROWSER` names one that can be used regardless.
 */
export function hasBrowser(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: string = process.platform,
): boolean {
  if (env.BROWSER) return true;
  if (env.CI || env.SSH_CONNECTION || env.SSH_CLIENT || env.SSH_TTY) return false;
  if (platform === 'win32' || platform === 'darwin') return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME);
}

/**
 * Opens an address in the person's browser, with the package `open`. Other users of this machine may see the address in
 * the list of processes.
 *
 * @throws Error when `open` is not installed, or cannot start a browser.
 */
export async function openBrowser(address: string): Promise<void> {
  const { default: open } = await import('open');
  await open(address);
}

/**
 * Shows an address to the person, and opens it in their browser if there is one.
 *
 * @param start Address to open in the browser, if it differs from the one to show.
 * @example
 * await linkBank(bank, { name: 'checking', items, show: (address) => showAddress(address) });
 */
export async function showAddress(address: string, options: AddressOptions = {}, start = address): Promise<void> {
  const { say = sayOnStandardError, open = hasBrowser() && openBrowser } = options;
  const how =
    open === false ? 'Open this address in a browser' : 'Your browser opens. If it does not, open this address';
  say(`${how}:\n\n  ${address}\n`);
  if (open !== false) await open(start).catch(() => {}); // the person has the address
}
