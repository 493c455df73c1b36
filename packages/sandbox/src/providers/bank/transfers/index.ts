import type { SandboxContext } from '../../../shared/context.ts';
import type { Institutions } from '../data/institutions.ts';
import type { Items } from '../data/items.ts';
import { uuid } from '../ids.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { Authorizations } from './authorizations.ts';
import { createTransferEvents } from './events.ts';
import { Intents } from './intents.ts';
import { createLedgers } from './ledgers.ts';
import { RecurringTransfers } from './recurring.ts';
import { Sweeps } from './sweeps.ts';
import { createTestClocks } from './test-clocks.ts';
import { Transfers } from './transfers.ts';

/** Creates everything that moves money in the US. */
export function createMoneyMovement(
  context: SandboxContext,
  parts: { items: Items; institutions: Institutions; webhooks: Webhooks },
) {
  const fundingAccountId = uuid(context.random('transfer'));
  const testClocks = createTestClocks(context);
  const events = createTransferEvents(parts.webhooks);
  const ledgers = createLedgers(context);
  const balances = { ledgers, events, testClocks };
  // They depend on each other: limits count the money moved, and only authorized money is moved.
  const authorizations: Authorizations = new Authorizations(context, fundingAccountId, balances, (type, since) =>
    transfers.moved(type, since),
  );
  const transfers: Transfers = new Transfers(context, fundingAccountId, balances, (id) => authorizations.find(id));
  const sweeps = new Sweeps(context, fundingAccountId, { ...balances, transfers });
  const recurring = new RecurringTransfers(context, fundingAccountId, {
    ...parts,
    authorizations,
    transfers,
    testClocks,
  });
  const intents = new Intents(context, fundingAccountId, { ...parts, authorizations, transfers });
  return {
    authorizations,
    intents,
    ledgerIds: ledgers.ids,
    endpoints: {
      ...testClocks.endpoints,
      ...events.endpoints,
      ...ledgers.endpoints,
      ...authorizations.endpoints,
      ...transfers.endpoints,
      ...sweeps.endpoints,
      ...recurring.endpoints,
      ...intents.endpoints,
    },
  };
}

export type MoneyMovement = ReturnType<typeof createMoneyMovement>;
