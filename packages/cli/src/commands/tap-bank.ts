import { readFileSync } from 'node:fs';
import { type TapState, tapBank } from '@x/sync/singer';
import type { Run } from '../command.ts';
import { Problem } from '../failure.ts';
import { untilInterrupted } from '../interrupt.ts';
import type { CallFlags } from '../operation/flags.ts';
import { write } from '../terminal.ts';
import { openBanks } from './banks.ts';

function readState(path: string): TapState {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Problem(
      `--state: ${path} has no state (${(error as Error).message}). It must be the last line that the target printed`,
    );
  }
}

/** Runs `x tap bank`. */
export const runTapBank: Run<CallFlags & { readonly state?: string; readonly days?: number }> = async (
  terminal,
  flags,
  _,
  secrets,
) => {
  const state = flags.state === undefined ? undefined : readState(flags.state);
  const { close, ...banks } = await openBanks(terminal, flags, secrets);
  try {
    await untilInterrupted(async (signal) => {
      for await (const line of tapBank({ ...banks, state, days: flags.days, signal })) {
        signal.throwIfAborted();
        await write(terminal.stdout, line);
      }
    });
  } finally {
    await close();
  }
};
