import type { SandboxContext } from '../../../context.ts';
import { uuid } from '../ids.ts';
import type { Items } from '../items.ts';
import type { Webhooks } from '../webhooks.ts';
import { createAuthorizations } from './authorizations.ts';
import { createTransferEvents } from './events.ts';
import { createIntents } from './intents.ts';
import { createLedgers } from './ledgers.ts';
import { createRecurring } from './recurring.ts';
import { createRefunds } from './refunds.ts';
import { createSweeps } from './sweeps.ts';
import { createTestClocks } from './test-clocks.ts';
import { createTransfers } from './transfers.ts';

/** Everything that moves money in the US. */
export function createMoneyMovement(context: SandboxContext, items: Items, webhooks: Webhooks) {
  const draw = context.random('transfer');
  const fundingAccountId = uuid(draw);
  const events = createTransferEvents(webhooks);
  const ledgers = createLedgers(context);
  const transfers = createTransfers(context, fundingAccountId, { ledgers, events });
  const authorizations = createAuthorizations(context, transfers.moved, ({ funding_account_id, ledger_id }) =>
    funding_account_id === undefined ? ledgers.find(ledger_id).available : Number.POSITIVE_INFINITY,
  );
  return {
    fundingAccountId,
    events,
    ledgers,
    transfers,
    authorizations,
    refunds: createRefunds(context, ledgers, transfers),
    sweeps: createSweeps(context, fundingAccountId, { ledgers, transfers, events }),
    recurring: createRecurring(context, fundingAccountId, { items, webhooks, authorizations, transfers }),
    intents: createIntents(context, fundingAccountId, authorizations, transfers),
    testClocks: createTestClocks(context.clock, draw),
  };
}

export type MoneyMovement = ReturnType<typeof createMoneyMovement>;
