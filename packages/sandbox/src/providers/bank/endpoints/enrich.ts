import { legacyCategoryOf } from '../../../data/bank-categories.ts';
import { merchants, primaryOf, recurringPayments } from '../../../data/bank-merchants.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { amount, date, flag, list, object, oneOf, required, text, type Values } from '../fields.ts';
import { refuse } from '../refusal.ts';
import { enrichment, noLocation } from '../transaction.ts';

const given = {
  id: required(text()),
  user_id: text(),
  client_user_id: text(),
  client_account_id: text(),
  account_type: text(),
  account_subtype: text(),
  description: required(text()),
  amount: required(amount()),
  direction: required(oneOf(['INFLOW', 'OUTFLOW'])),
  iso_currency_code: required(text({ min: 3, max: 3 })),
  location: object({ country: text(), region: text(), city: text(), address: text(), postal_code: text() }),
  mcc: text(),
  date_posted: date(),
};

const options = {
  include_legacy_category: flag(),
  personal_finance_category_version: oneOf(['v1', 'v2']),
};

/** What can be told of a client's own transactions. */
export function enrichEndpoints(): Endpoint[] {
  return [
    endpoint(
      '/transactions/enrich',
      {
        account_type: required(oneOf(['depository', 'credit'])),
        transactions: required(list(object(given), { min: 1, max: 100 })),
        options: object(options),
      },
      (body) => {
        for (const [index, each] of body.transactions.entries())
          if (each.amount < 0) refuse('INVALID_FIELD', `transactions[${index}].amount must be at least 0`);
        return { enriched_transactions: body.transactions.map((each) => enrich(each, body.options ?? {})) };
      },
    ),
  ];
}

const unknown = { INFLOW: 'INCOME_OTHER_INCOME', OUTFLOW: 'GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE' };
const letters = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '');
// A longer name says more: a refund names its merchant too.
const known = [...merchants, ...recurringPayments]
  .map((merchant) => ({ merchant, letters: letters(merchant.name) }))
  .sort((a, b) => b.letters.length - a.letters.length);

function enrich(
  { location, mcc, user_id, date_posted, ...transaction }: Values<typeof given>,
  { include_legacy_category, personal_finance_category_version: version }: Values<typeof options>,
) {
  const text = letters(transaction.description);
  const merchant = known.find((each) => text.includes(each.letters))?.merchant;
  const category = merchant?.category ?? unknown[transaction.direction];
  const found = enrichment(merchant ?? { name: transaction.description, category, channel: 'other' }, {
    personal_finance_category_version: version,
  });
  const legacy = legacyCategoryOf(primaryOf(category));
  return {
    ...transaction,
    enrichments: {
      check_number: null,
      counterparties: found.counterparties.map((each) => ({ ...each, phone_number: null })),
      entity_id: found.merchant_entity_id,
      ...(include_legacy_category && {
        legacy_category_id: legacy?.id ?? null,
        legacy_category: legacy?.hierarchy ?? null,
      }),
      location: { ...noLocation, ...location },
      logo_url: found.logo_url,
      merchant_name: found.merchant_name,
      payment_channel: merchant?.channel ?? 'other',
      phone_number: null,
      personal_finance_category: found.personal_finance_category,
      personal_finance_category_icon_url: found.personal_finance_category_icon_url,
      website: found.website,
    },
  };
}
