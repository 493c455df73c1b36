import { expect, it } from 'vitest';
import type { ItemSummary, SyncEvent } from './options.ts';
import { describeSummary, progressBar } from './progress.ts';

const next = { step: 'update_mode', message: 'Log in again.' } as const;
const account = { id: 'a', name: 'Checking', mask: '0000' };
const summary: ItemSummary = {
  id: 'item-1',
  status: 'synced',
  accounts: [{ ...account, added: 12, changed: 1, removed: 0 }],
  next,
};

const events: SyncEvent[] = [
  { type: 'item-start', item: 'item-1', total: 2 },
  { type: 'history', item: 'item-1', days: 730 },
  { type: 'page', item: 'item-1', pages: 1, changes: 500 },
  { type: 'wait', item: 'item-1', for: 'history' },
  { type: 'wait', item: 'item-1', for: 'lock' },
  { type: 'item-end', summary, done: 1, total: 2 },
  { type: 'item-end', summary: { ...summary, id: 'item-2', status: 'failed' }, done: 2, total: 2 },
];

/** Returns what is written for all events. */
function drawn(isTTY: boolean): string[] {
  const written: string[] = [];
  const draw = progressBar({ isTTY, write: (text) => written.push(text) });
  for (const event of events) draw(event);
  return written;
}

const requested = 'item-1: requesting 730 days of history, which cannot be changed later\n';

it('a terminal shows a bar with the share of Items that are done, and the current step', () => {
  const bar = (filled: number) => '█'.repeat(filled) + '░'.repeat(24 - filled);
  expect(drawn(true).map((text) => text.replace('\r\x1b[K', ''))).toEqual([
    `${bar(0)} 0 of 2`,
    requested,
    `${bar(0)} 0 of 2`,
    `${bar(0)} 0 of 2 500 changes`,
    `${bar(0)} 0 of 2 waiting for the bank`,
    `${bar(0)} 0 of 2 waiting for another process`,
    `${bar(12)} 1 of 2`,
    `${bar(24)} 2 of 2`,
    '\n',
  ]);
});

it('a file gets a line for the requested history, and one for each Item', () => {
  expect(drawn(false)).toEqual([requested, '1 of 2: item-1 synced\n', '2 of 2: item-2 failed\n']);
});

it.each<[Partial<ItemSummary>, string[]]>([
  [{}, ['Checking 0000: 12 added, 1 changed']],
  [{ accounts: [] }, []],
  [
    { status: 'incomplete', accounts: [{ ...account, mask: null, added: 0, changed: 0, removed: 2 }] },
    ['Checking: 2 removed', 'item-1: the bank is still sending older transactions'],
  ],
  [{ status: 'busy' }, ['item-1: another process is syncing it']],
  [{ status: 'replaced' }, ['item-1: you linked this bank again, so this login is no longer needed']],
  [{ status: 'failed', error: new Error('no') }, ['item-1: Log in again. (no)']],
  [{ status: 'failed', error: new Error('disk full'), next: { step: 'fix_app', message: '' } }, ['item-1: disk full']],
  [{ status: 'failed', id: undefined, error: 'odd' }, ['an Item: Log in again. (odd)']],
])('the summary of %o is text for a person', (changes, lines) => {
  const items = [{ ...summary, ...changes }];
  expect(describeSummary({ items, added: 0, changed: 0, removed: 0 })).toEqual(lines);
});
