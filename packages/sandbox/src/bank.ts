import type { SandboxOptionsOf } from './options.ts';
import { bankProvider } from './providers/bank/provider.ts';
import type { Sandbox } from './sandbox.ts';
import { startSandbox } from './start-sandbox.ts';

export { createClock } from './clock/clock.ts';
export type { Clock } from './shared/clock.ts';

/** Options of a sandbox of this API alone, all optional. */
export interface BankOnlyOptions extends SandboxOptionsOf<'bank'> {}

/** A running sandbox of this API alone. */
export interface BankOnlySandbox extends Sandbox<'bank'> {}

/**
 * Starts a sandbox of the bank-data API (Plaid) alone, with the options of `createSandbox` of `@x/sandbox`.
 *
 * @example
 * const sandbox = await createSandbox();
 * const bank = createBankClient(sandbox.options.bank);
 */
export const createSandbox = (options: BankOnlyOptions = {}): Promise<BankOnlySandbox> =>
  startSandbox([bankProvider], options);
