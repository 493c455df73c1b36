import type { Offered } from './api.ts';

/** Params that state an amount. */
const amounts = /amount|currency|value|quantity/i;
/** Params that state a sender or recipient. */
const parties =
  /recipient|user|name|account|consent|payee|payer|fund|originator|transfer|payment|destination|iban|sort_code/i;

/** Lists all values of params with their paths, one line each. */
function linesOf(params: unknown, path = ''): [path: string, value: string][] {
  if (typeof params !== 'object' || params === null) return [[path, JSON.stringify(params) ?? '']];
  return Object.entries(params).flatMap(([name, value]) => linesOf(value, path === '' ? name : `${path}.${name}`));
}

/**
 * Returns the text that asks the user to confirm a movement of money: the operation, the amount, the sender and
 * recipient, then everything else.
 */
export function confirmationOf({ api, operation, name }: Offered, params: object): string {
  const all = linesOf(params);
  const how = all.filter(([path]) => amounts.test(path));
  const who = all.filter((line) => !how.includes(line) && parties.test(line[0]));
  const others = all.filter((line) => !how.includes(line) && !who.includes(line));
  const show = (title: string, lines: [string, string][]) =>
    lines.length > 0 ? [title, ...lines.map(([path, value]) => `  ${path}: ${value}`)] : [];
  return [
    `${name} at ${api.catalog.title}${api.runsOn === 'sandbox' ? ' (sandbox: no real money)' : ''}. ${operation.summary}`,
    ...show('Amount', how),
    ...show('Parties', who),
    ...show('Other params', others),
  ].join('\n');
}
