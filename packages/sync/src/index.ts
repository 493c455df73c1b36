export type { Row, SqlValue, Statements, SyncDatabase } from './database.ts';
export { decimals, formatMinor, toMinor } from './money.ts';
export type {
  AccountSummary,
  ItemSummary,
  SyncEvent,
  SyncItem,
  SyncOptions,
  SyncSummary,
} from './options.ts';
export { describeSummary, progressBar } from './progress.ts';
export type { AccountRow, ItemRow, MovementRow, TransactionRow } from './rows.ts';
export { migrate } from './schema.ts';
export { syncItems } from './sync-items.ts';
export type { ChangeCounts } from './work.ts';
