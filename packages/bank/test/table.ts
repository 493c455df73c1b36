import { accounts } from './accounts.ts';
import { assetReports } from './asset-reports.ts';
import { items } from './items.ts';
import { processors } from './processors.ts';
import { testBank } from './test-bank.ts';
import { transactions } from './transactions.ts';
import { users } from './users.ts';
import { wealth } from './wealth.ts';

/** Each endpoint: a call that must work, and one that must be refused before any request. */
export const table = {
  ...accounts,
  ...assetReports,
  ...items,
  ...processors,
  ...testBank,
  ...transactions,
  ...users,
  ...wealth,
};
