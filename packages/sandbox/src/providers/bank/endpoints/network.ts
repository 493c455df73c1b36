import type { SandboxContext } from '../../../shared/context.ts';
import { hasNumbers, numbersOf } from '../data/accounts.ts';
import type { Institutions } from '../data/institutions.ts';
import type { Items } from '../data/items.ts';
import { phoneDigits, scoreNames } from '../data/match.ts';
import type { Call, Endpoints } from '../endpoint.ts';
import { opaqueId } from '../ids.ts';
import { isRecord } from '../request.ts';
import type { Signal } from './signal.ts';
import type { Users } from './user.ts';

interface Verification {
  readonly legal_name?: string;
  readonly numbers: { readonly ach: { readonly account: string; readonly routing: string } };
}

/** Creates the endpoints about the accounts and users of all clients. */
export function networkEndpoints(
  { random }: SandboxContext,
  parts: { items: Items; institutions: Institutions; users: Users; signal: Signal },
): Endpoints {
  const { items, institutions, signal } = parts;
  const ids = random('verified-items');
  const knownRouting = (routing: string) =>
    institutions.list().some(({ routing_numbers }) => routing_numbers.includes(routing));
  /** Returns the accounts with these numbers, each with its Item. */
  const accountsWith = ({ account, routing }: Verification['numbers']['ach']) =>
    items.linked().flatMap((item) => {
      const accounts = item.accounts().filter(hasNumbers);
      const { ach } = numbersOf(accounts, item.institution);
      const found = ach.filter((each) => each.account === account && each.routing === routing);
      return found.map(({ account_id }) => ({ item, accountId: account_id }));
    });

  return {
    'POST /auth/verify': ({
      body: {
        legal_name,
        numbers: { ach },
      },
    }: Call<Verification>) => {
      const matches = accountsWith(ach);
      const isRouting = knownRouting(ach.routing) || hasCheckDigit(ach.routing);
      const isAccount = /^\d{4,17}$/.test(ach.account);
      const names = matches.flatMap(({ item }) =>
        item.accounts().flatMap((account) => item.holder.owner(account).names),
      );
      const passed = matches.length > 0 ? 'database_insights_pass' : 'database_insights_pass_with_caution';
      return {
        item_id: isRouting && isAccount ? opaqueId(ids) : null,
        verification_status: isRouting && isAccount ? passed : 'database_insights_fail',
        verification_insights: {
          ...(legal_name !== undefined && names.length > 0 && { name_match_score: scoreNames(names, legal_name) }),
          network_status: {
            has_numbers_match: matches.length > 0,
            is_numbers_match_verified: matches.some(({ item }) => item.products.has('auth')),
          },
          previous_returns: {
            has_previous_administrative_return: matches.some(
              ({ accountId }) => signal.returns(accountId, 'administrative') > 0,
            ),
          },
          account_number_format: isRouting ? (isAccount ? 'valid' : 'invalid') : 'unknown',
        },
      };
    },
    ...statusEndpoints(parts),
  };
}

/** Creates the endpoint that looks for a user in the network. */
function statusEndpoints(parts: { items: Items; institutions: Institutions; users: Users; signal: Signal }): Endpoints {
  const { items, users } = parts;
  return {
    'POST /network/status/get': ({
      body: { user, template_id },
    }: Call<{ user: { phone_number: string }; template_id?: string }>) => {
      const wanted = phoneDigits(user.phone_number);
      const phones = [
        ...items
          .linked()
          .flatMap((item) => item.accounts().flatMap((account) => item.holder.owner(account).phone_numbers)),
        ...users.list().flatMap(({ identity }) => phonesOf(identity?.phone_numbers)),
      ];
      const isKnown = phones.some(({ data }) => phoneDigits(data) === wanted);
      return {
        network_status: isKnown ? 'RETURNING_USER' : 'UNKNOWN',
        layer: template_id === undefined ? null : { eligible: isKnown },
      };
    },
  };
}

/** Returns the phone numbers of a user of either kind. */
const phonesOf = (given: unknown): { data: string }[] =>
  Array.isArray(given) ? given.map((each: unknown) => ({ data: String(isRecord(each) ? each.data : each) })) : [];

/** Whether a routing number has nine digits with a valid check digit, as US banks' numbers have. */
function hasCheckDigit(routing: string): boolean {
  if (!/^\d{9}$/.test(routing)) return false;
  const weights = [3, 7, 1];
  return [...routing].reduce((sum, digit, index) => sum + Number(digit) * (weights[index % 3] ?? 1), 0) % 10 === 0;
}
