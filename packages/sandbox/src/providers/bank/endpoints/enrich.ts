import { bankData, primaryOf } from '../data.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import { merchantOf } from '../merchants.ts';
import { enrichment, noLocation } from '../transaction.ts';

/** A client's own transaction. Its other fields are returned unchanged. */
interface Given {
  readonly description: string;
  readonly amount: number;
  readonly direction: 'INFLOW' | 'OUTFLOW';
  readonly location?: object;
  readonly mcc?: string;
  readonly user_id?: string;
  readonly date_posted?: string;
}

interface Options {
  readonly include_legacy_category: boolean;
  readonly personal_finance_category_version?: 'v1' | 'v2';
}

/** What can be inferred from a client's own transactions. */
export function enrichEndpoints(): Endpoint[] {
  return [
    endpoint('/transactions/enrich', ({ transactions, options }: { transactions: Given[]; options: Options }) => {
      const negative = transactions.findIndex(({ amount }) => amount < 0);
      if (negative >= 0) refuse('INVALID_FIELD', `transactions[${negative}].amount must be at least 0`);
      return { enriched_transactions: transactions.map((each) => enrich(each, options)) };
    }),
  ];
}

/** The legacy category that comes nearest to a primary one. */
function legacyCategoryOf(primary: string) {
  const [id, , path] = bankData.categories.find(([id]) => id === bankData.categoryOfPrimary[primary]) ?? [];
  return { legacy_category_id: id ?? null, legacy_category: path?.split(' > ') ?? null };
}

function enrich({ location, mcc, user_id, date_posted, ...transaction }: Given, options: Options) {
  const merchant = merchantOf(transaction.description, transaction.direction === 'INFLOW');
  const found = enrichment(merchant, options);
  return {
    ...transaction,
    enrichments: {
      check_number: null,
      counterparties: found.counterparties.map((each) => ({ ...each, phone_number: null })),
      entity_id: found.merchant_entity_id,
      ...(options.include_legacy_category && legacyCategoryOf(primaryOf(merchant.category))),
      location: { ...noLocation, ...location },
      logo_url: found.logo_url,
      merchant_name: found.merchant_name,
      payment_channel: merchant.channel,
      phone_number: null,
      personal_finance_category: found.personal_finance_category,
      personal_finance_category_icon_url: found.personal_finance_category_icon_url,
      website: found.website,
    },
  };
}
