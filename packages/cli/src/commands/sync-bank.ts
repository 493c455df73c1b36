import { openDatabase } from '@x/mcp/apis';
import { describeSummary, progressBar, syncItems } from '@x/sync';
import type { Run } from '../command.ts';
import { describeFailure, exitCodes } from '../failure.ts';
import { untilInterrupted } from '../interrupt.ts';
import type { CallFlags } from '../operation/flags.ts';
import { outputOf } from '../operation/open.ts';
import { ListOutput } from '../output/output.ts';
import { say } from '../terminal.ts';
import { openBanks } from './banks.ts';

interface SyncFlags extends CallFlags {
  readonly to: string;
  readonly days?: number;
  readonly refresh?: boolean;
}

/** Runs `x sync bank`. Exits with the code of the first bank login that fails. */
export const runSyncBank: Run<SyncFlags> = async (terminal, flags, _, secrets) => {
  const { to, days, refresh } = flags;
  const database = await openDatabase(to, secrets);
  try {
    const { close, ...banks } = await openBanks(terminal, flags, secrets);
    try {
      const onEvent = progressBar(terminal.stderr);
      const summary = await untilInterrupted((signal) =>
        syncItems({ ...banks, database, days, refresh, onEvent, signal }),
      );
      const { items, added, changed, removed } = summary;
      const others = items.filter(({ status }) => status !== 'synced').map((item) => ({ ...item, accounts: [] }));
      for (const line of describeSummary({ ...summary, items: others })) say(terminal, secrets.hide(line));
      if (others.some(({ next }) => next.step === 'update_mode')) say(terminal, 'log in with x login bank --repair');
      say(terminal, `${added} transactions added, ${changed} changed, ${removed} removed`);
      const output = new ListOutput(terminal, outputOf(terminal, flags, secrets));
      await output.page(items.flatMap(({ id: item, accounts }) => accounts.map((account) => ({ ...account, item }))));
      await output.end();
      const failed = items.find(({ status }) => status === 'failed');
      if (failed) terminal.exitCode = exitCodes[describeFailure(failed.error).code];
    } finally {
      await close();
    }
  } finally {
    await database.close();
  }
};
