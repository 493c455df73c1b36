import type { SandboxContext } from '../../../context.ts';
import { type Account, hasNumbers, numbersOf } from '../accounts.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { isRecord, nullable, object, required, text } from '../fields.ts';
import { opaqueId } from '../ids.ts';
import type { Institutions } from '../institutions.ts';
import type { Item, Items } from '../items.ts';
import { phoneDigits, scoreNames } from '../match.ts';
import { administrative, type Debits } from '../signal.ts';
import type { Users } from '../users.ts';

/** What the accounts and users of everybody together tell. */
export function networkEndpoints(
  { random }: SandboxContext,
  parts: { items: Items; institutions: Institutions; users: Users; debits: Debits },
): Endpoint[] {
  const { items, institutions, users, debits } = parts;
  const ids = random('verified-items');

  const linked = () => items.everMade().filter((item) => !items.isRemoved(item));
  const knownRouting = (routing: string) =>
    institutions.list().some(({ routing_numbers }) => routing_numbers.includes(routing));

  return [
    endpoint(
      '/auth/verify',
      {
        legal_name: nullable(text()),
        numbers: required(object({ ach: required(object({ account: required(text()), routing: required(text()) })) })),
      },
      ({ legal_name, numbers: { ach } }) => {
        const matches = linked().flatMap((item) => accountsWith(item, ach).map((account) => ({ item, account })));
        const isRouting = knownRouting(ach.routing) || hasCheckDigit(ach.routing);
        const isAccount = /^\d{4,17}$/.test(ach.account);
        const isValid = isRouting && isAccount;
        const names = matches.flatMap(({ item }) => item.holder.owner().names);
        return {
          item_id: isValid ? opaqueId(ids) : null,
          verification_status: !isValid
            ? 'database_insights_fail'
            : matches.length > 0
              ? 'database_insights_pass'
              : 'database_insights_pass_with_caution',
          verification_insights: {
            ...(legal_name !== undefined &&
              names.length > 0 && {
                name_match_score: Math.max(...names.map((name) => scoreNames([name], legal_name))),
              }),
            network_status: {
              has_numbers_match: matches.length > 0,
              is_numbers_match_verified: matches.some(({ item }) => item.products.has('auth')),
            },
            previous_returns: {
              has_previous_administrative_return: matches.some(
                ({ account }) => debits.returns(account, administrative) > 0,
              ),
            },
            account_number_format: isRouting ? (isAccount ? 'valid' : 'invalid') : 'unknown',
          },
        };
      },
    ),
    endpoint(
      '/network/status/get',
      { user: required(object({ phone_number: required(text()) })), template_id: text() },
      ({ user, template_id }) => {
        const wanted = phoneDigits(user.phone_number);
        const phones = [
          ...linked().flatMap((item) => item.holder.owner().phone_numbers),
          ...users.list().flatMap(({ identity }) => phonesOf(identity?.phone_numbers)),
        ];
        const isKnown = phones.some(({ data }) => phoneDigits(data) === wanted);
        return {
          network_status: isKnown ? 'RETURNING_USER' : 'UNKNOWN',
          layer: template_id === undefined ? null : { eligible: isKnown },
        };
      },
    ),
  ];
}

/** Accounts of an Item that have these numbers. */
function accountsWith(item: Item, { account, routing }: { account: string; routing: string }): Account[] {
  const accounts = item.accounts().filter(hasNumbers);
  const found = numbersOf(accounts, item.institution).ach.filter(
    (each) => each.account === account && each.routing === routing,
  );
  return accounts.filter(({ account_id }) => found.some((each) => each.account_id === account_id));
}

/** Phone numbers as users of either kind have them. */
const phonesOf = (given: unknown): { data: string }[] =>
  Array.isArray(given) ? given.map((each: unknown) => ({ data: String(isRecord(each) ? each.data : each) })) : [];

/** Whether a number of nine digits is one that US banks could have. */
function hasCheckDigit(routing: string): boolean {
  if (!/^\d{9}$/.test(routing)) return false;
  const weights = [3, 7, 1];
  return [...routing].reduce((sum, digit, index) => sum + Number(digit) * (weights[index % 3] ?? 1), 0) % 10 === 0;
}
