import { processorAccounts } from './processor-accounts.ts';
import { processorPayments } from './processor-payments.ts';
import { processorTokens } from './processor-tokens.ts';
import { processorTransactions } from './processor-transactions.ts';

// Declared, because a type that is inferred from spread objects loses their JSDoc in the built package.
type Processor = typeof processorTokens &
  typeof processorAccounts &
  typeof processorTransactions &
  typeof processorPayments;

/**
 * Processor tokens, which give a partner (a processor) access to one account. Apps create them; processors use them for
 * the same calls as for an Item.
 */
export const processor: Processor = {
  ...processorTokens,
  ...processorAccounts,
  ...processorTransactions,
  ...processorPayments,
};
