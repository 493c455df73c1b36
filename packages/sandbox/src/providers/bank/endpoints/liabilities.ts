import type { Clock } from '../../../clock.ts';
import { chooseAccounts } from '../accounts.ts';
import { dayOf } from '../days.ts';
import { type Endpoint, itemEndpoint } from '../endpoint.ts';
import { list, object, text } from '../fields.ts';
import { isLiability, liabilitiesOf } from '../liabilities.ts';
import { presentItem } from '../present-item.ts';
import { refuse } from '../refusal.ts';

/** Debts. */
export function liabilityEndpoints(clock: Clock): Endpoint[] {
  return [
    itemEndpoint(
      '/liabilities/get',
      { options: object({ account_ids: list(text()) }) },
      ({ options }, item) => {
        const accounts = chooseAccounts(item.accounts(), options?.account_ids);
        if (!accounts.some(isLiability)) refuse('NO_LIABILITY_ACCOUNTS');
        return { accounts, liabilities: liabilitiesOf(item, accounts, dayOf(clock.now())), item: presentItem(item) };
      },
      { product: 'liabilities' },
    ),
  ];
}
