export type { ChangeCounts } from './apply.ts';
export type { Row, SqlValue, Statements, SyncDatabase } from './database.ts';
export { decimals, formatMinor, toMinor } from './money.ts';
export { describeSummary, progressBar } from './progress.ts';
export type { AccountRow, ItemRow, MovementRow, TransactionRow } from './rows.ts';
export { migrate } from './schema.ts';
export {
  type AccountSummary,
  type ItemSummary,
  type SyncEvent,
  type SyncItem,
  type SyncOptions,
  type SyncSummary,
  syncItems,
} from './sync-items.ts';
