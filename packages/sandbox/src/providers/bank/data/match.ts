import type { Owner } from './accounts.ts';

interface ClaimedAddress {
  readonly street?: string | null;
  readonly city?: string | null;
  readonly region?: string | null;
  readonly postal_code?: string | null;
  readonly country?: string | null;
}

/** Data that a client has about a user. Unset fields are not compared. */
export interface Claim {
  readonly legal_name?: string;
  readonly phone_number?: string;
  readonly email_address?: string;
  readonly address?: ClaimedAddress;
}

/** Scores how well a claim matches an account's holder, from 0 to 100; null where one side has no data. */
export function matchOwner({ names, ...owner }: Owner, { legal_name, phone_number, email_address, address }: Claim) {
  const score = scoreNames(names, legal_name);
  const words = wordsOf(legal_name ?? '');
  const known = names.map(wordsOf);
  const ifCompared = (value: boolean) => (score === null ? null : value);
  const phones = owner.phone_numbers.map(({ data }) => phoneDigits(data));
  const addresses = owner.addresses.map(({ data }) => data);
  const phone = phone_number && phones.length > 0 ? phones.includes(phoneDigits(phone_number)) : null;
  return {
    legal_name: {
      score,
      is_first_name_or_last_name_match: ifCompared(
        known.some((name) => name[0] === words[0] || name.at(-1) === words.at(-1)),
      ),
      is_nickname_match: ifCompared(false), // the invented holders have none
      is_business_name_detected: ifCompared([...known, words].flat().some((word) => businessWords.includes(word))),
    },
    phone_number: { score: phone === null ? null : phone ? 100 : 0 },
    email_address: {
      score: best(owner.emails, email_address && ((each) => similarity(each.data, email_address))),
    },
    address: {
      score: best(addresses, address && ((each) => scoreAddresses(each, address))),
      is_postal_code_match: address?.postal_code
        ? addresses.some(({ postal_code }) => postal_code === address.postal_code)
        : null,
    },
  };
}

const businessWords = ['corp', 'llc', 'inc', 'ltd'];

const wordsOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{Letter}\s]/gu, '')
    .split(/\s+/)
    .filter(Boolean);

/**
 * Returns the best score of a claimed name against the known ones. Word order does not matter, because some countries
 * put the family name first.
 */
export function scoreNames(known: readonly string[], claimed = ''): number | null {
  const sorted = (name: string) => wordsOf(name).sort().join(' ');
  return best(known, sorted(claimed) && ((name) => similarity(sorted(name), sorted(claimed))));
}

/** Returns a phone number's digits without the North American country code. */
export const phoneDigits = (phone: string): string => phone.replace(/\D/g, '').replace(/^1(?=\d{10})/, '');

/** Returns how much of a claimed address is true, from 0 to 100. */
function scoreAddresses(known: ClaimedAddress, claimed: ClaimedAddress): number {
  const parts = Object.entries(claimed) as [keyof ClaimedAddress, string][];
  const scores = parts.map(([part, value]) => similarity(known[part] ?? '', value));
  return Math.round(scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length));
}

/** Returns the best score of the known values; null if nothing is known or nothing is claimed. */
const best = <T>(known: readonly T[], score: ((each: T) => number) | '' | undefined) =>
  score && known.length > 0 ? Math.max(...known.map(score)) : null;

/** Returns the similarity of two texts, from 0 to 100: the share of their letter pairs that both contain. */
function similarity(one: string, two: string): number {
  const pairs = (text: string) =>
    Array.from({ length: text.length + 1 }, (_, at) => ` ${text.toLowerCase()} `.slice(at, at + 2));
  const [ours, theirs] = [pairs(one), pairs(two)];
  const shared =
    ours.filter((pair) => theirs.includes(pair)).length + theirs.filter((pair) => ours.includes(pair)).length;
  return Math.round((100 * shared) / (ours.length + theirs.length));
}
