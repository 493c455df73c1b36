import type { SyncEvent, SyncSummary } from './options.ts';

/** Stream that a bar is drawn on. */
interface Output {
  /** Whether it is a terminal. */
  readonly isTTY?: boolean;
  /** Writes text. */
  write(text: string): unknown;
}

const width = 24;

/**
 * Returns a function for the `onEvent` option of `syncItems`, which draws a bar. In a file or a pipe, it writes a line per
 * Item instead.
 *
 * @param output Stream to draw on. Default: standard error.
 */
export function progressBar(output: Output = process.stderr): (event: SyncEvent) => void {
  let [done, total, note] = [0, 1, ''];
  const clear = output.isTTY ? '\r\x1b[K' : '';
  return (event) => {
    note = '';
    if (event.type === 'item-start') ({ total } = event);
    else if (event.type === 'history')
      output.write(`${clear}${event.item}: requesting ${event.days} days of history, which cannot be changed later\n`);
    else if (event.type === 'page') note = `${event.changes} changes`;
    else if (event.type === 'wait')
      note = event.for === 'lock' ? 'waiting for another process' : 'waiting for the bank';
    else if (event.type === 'item-end') {
      ({ done, total } = event);
      const { id = 'an Item', status } = event.summary;
      if (!output.isTTY) output.write(`${done} of ${total}: ${id} ${status}\n`);
    }
    if (!output.isTTY) return;
    const filled = Math.round((done / total) * width);
    output.write(`${clear}${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${done} of ${total} ${note}`.trimEnd());
    if (done === total) output.write('\n');
  };
}

/** Returns the changes of a sync for a person, a line per account: `Checking 0000: 12 added, 1 changed`. */
export function describeSummary({ items }: SyncSummary): string[] {
  return items.flatMap(({ id = 'an Item', status, accounts, next, error }) => {
    if (status === 'failed') {
      const reason = error instanceof Error ? error.message : String(error);
      // For example, the disk is full: the person is told the reason, not that they have nothing to do.
      return [next.step === 'fix_app' ? `${id}: ${reason}` : `${id}: ${next.message} (${reason})`];
    }
    if (status === 'busy') return [`${id}: another process is syncing it`];
    if (status === 'replaced') return [`${id}: you linked this bank again, so this login is no longer needed`];
    const lines = accounts.map(({ name, mask, ...counts }) => {
      const parts = (['added', 'changed', 'removed'] as const).flatMap((kind) =>
        counts[kind] > 0 ? [`${counts[kind]} ${kind}`] : [],
      );
      return `${[name, mask].filter(Boolean).join(' ')}: ${parts.join(', ')}`;
    });
    return status === 'incomplete' ? [...lines, `${id}: the bank is still sending older transactions`] : lines;
  });
}
