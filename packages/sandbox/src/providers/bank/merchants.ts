import { bankData, type Merchant } from './data.ts';

/** What is known of a merchant. */
export type KnownMerchant = Pick<Merchant, 'name' | 'category' | 'channel'>;

const letters = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '');
// A longer name carries more detail: a refund names its merchant too.
const known = [...bankData.merchants, ...bankData.recurringPayments]
  .map((merchant: KnownMerchant) => ({ merchant, letters: letters(merchant.name) }))
  .sort((a, b) => b.letters.length - a.letters.length);

/** The merchant that a description names; one without a name of its own where it names none that is known. */
export function merchantOf(description: string, isInflow: boolean): KnownMerchant {
  const text = letters(description);
  const found = known.find((each) => text.includes(each.letters))?.merchant;
  const category = isInflow ? 'INCOME_OTHER_INCOME' : 'GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE';
  return found ?? { name: description, category, channel: 'other' };
}
