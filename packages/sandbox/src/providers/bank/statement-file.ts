import { formatDay } from './days.ts';
import type { Item } from './items.ts';
import { makePdf } from './pdf.ts';
import type { Statement } from './statements.ts';

const money = (amount: number) => amount.toFixed(2).padStart(14);

/** The statement as a PDF: the holder, and what the Item's transactions say of the account in that month. */
export function statementFile(item: Item, { account, firstDay, lastDay }: Statement): Uint8Array<ArrayBuffer> {
  const ledger = item.feed.ledger();
  const facts = ledger
    .live(ledger.end())
    .filter((index) => {
      const day = ledger.day(index);
      return day >= firstDay && day <= lastDay && ledger.account(index).account_id === account.account_id;
    })
    .map((index) => ledger.fact(index))
    .filter(({ isPending }) => !isPending)
    .reverse();
  const sum = (sign: 1 | -1) =>
    facts.filter(({ amount }) => amount * sign > 0).reduce((total, { amount }) => total + amount * sign, 0);
  const { names, addresses } = item.holder.owner();
  const { street, city, region, postal_code } = addresses[0]?.data ?? {};
  return makePdf([
    item.institution.name,
    '',
    ...names,
    `${street}`,
    `${city}, ${region} ${postal_code}`,
    '',
    `${account.name} ending in ${account.mask}`,
    `${formatDay(firstDay)} to ${formatDay(lastDay)}, in ${account.balances.iso_currency_code}`,
    '',
    ...facts.map(
      ({ day, description, amount }) => `${formatDay(day)}  ${description.slice(0, 60).padEnd(60)} ${money(-amount)}`,
    ),
    '',
    `Money in  ${money(sum(-1))}`,
    `Money out ${money(sum(1))}`,
  ]);
}
