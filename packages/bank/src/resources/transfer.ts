import { transferEvents } from './transfer-events.ts';
import { transferLedger } from './transfer-ledger.ts';
import { transferPayments } from './transfer-payments.ts';
import { transferRecurring } from './transfer-recurring.ts';
import { transferSetup } from './transfer-setup.ts';

// Declared, because a type that is inferred from spread objects loses their JSDoc in the built package.
type Transfers = typeof transferPayments &
  typeof transferRecurring &
  typeof transferEvents &
  typeof transferLedger &
  typeof transferSetup;

/**
 * Transfer: moves money between your ledger at Plaid and accounts of users in the US. A transfer is authorized first,
 * then created; events report its progress.
 */
export const transfer: Transfers = {
  ...transferPayments,
  ...transferRecurring,
  ...transferEvents,
  ...transferLedger,
  ...transferSetup,
};
