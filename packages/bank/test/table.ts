import type { Quirks } from '@x/sandbox';
import type { EndpointTest } from '@x/testing';
import type { BankClient } from '../src/index.ts';
import { accounts } from './accounts.ts';
import { assetReports } from './asset-reports.ts';
import { identities } from './identities.ts';
import { incomes } from './incomes.ts';
import { items } from './items.ts';
import { payments } from './payments.ts';
import { processors } from './processors.ts';
import { openStage, type Stage } from './stage.ts';
import { testBank } from './test-bank.ts';
import { transactions } from './transactions.ts';
import { transfers } from './transfers.ts';
import { users } from './users.ts';
import { wealth } from './wealth.ts';

/** A case for each endpoint: a call that must work, and one that must be refused before any request. */
export const table = {
  ...accounts,
  ...assetReports,
  ...identities,
  ...incomes,
  ...items,
  ...payments,
  ...processors,
  ...testBank,
  ...transactions,
  ...transfers,
  ...users,
  ...wealth,
};

/** Sets up the test of all endpoints against a sandbox with these quirks. */
export const endpointTest = (quirks?: Quirks): EndpointTest<BankClient, Stage> => ({
  open: () => openStage(quirks),
  close: ({ sandbox }) => sandbox.close(),
  table,
  client: ({ bank }) => bank,
  requests: ({ sandbox }) => sandbox.requests,
  answers: ({ recorded }) => recorded.answers,
});
