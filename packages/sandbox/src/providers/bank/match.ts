import type { Owner } from './accounts.ts';

/** What a client knows of a user; what is unset is not compared. */
export interface Claim {
  readonly legal_name?: string | undefined;
  readonly phone_number?: string | undefined;
  readonly email_address?: string | undefined;
  readonly address?: ClaimedAddress | undefined;
}

interface ClaimedAddress {
  readonly street?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly region?: string | null | undefined;
  readonly postal_code?: string | null | undefined;
  readonly country?: string | null | undefined;
}

const businessWords = /\b(corp|llc|inc|ltd)\b/;

/** How well a claim fits the holder of an account: from 0 to 100, null where one side knows nothing. */
export function matchOwner(owner: Owner, { legal_name, phone_number, email_address, address }: Claim) {
  return {
    legal_name: matchName(owner.names, legal_name),
    phone_number: { score: best(owner.phone_numbers, phone_number, ({ data }, phone) => scorePhones(data, phone)) },
    email_address: { score: best(owner.emails, email_address, ({ data }, email) => similarity(data, email)) },
    address: {
      score: best(owner.addresses, address, ({ data }, claimed) => scoreAddresses(data, claimed)),
      is_postal_code_match: address?.postal_code
        ? owner.addresses.some(({ data }) => data.postal_code === address.postal_code)
        : null,
    },
  };
}

function matchName(known: readonly string[], claimed = '') {
  const words = wordsOf(claimed);
  const isKnown = words.length > 0 && known.length > 0;
  const names = known.map(wordsOf);
  return {
    score: isKnown ? scoreNames(known, claimed) : null,
    is_first_name_or_last_name_match: isKnown
      ? names.some((name) => name[0] === words[0] || name.at(-1) === words.at(-1))
      : null,
    is_nickname_match: isKnown ? false : null, // the invented holders have none
    is_business_name_detected: isKnown
      ? [...known, claimed].some((name) => businessWords.test(name.toLowerCase()))
      : null,
  };
}

const wordsOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{Letter}\s]/gu, '')
    .split(/\s+/)
    .filter(Boolean);

/** The best score of a claimed name against those known. Family names come first in some places. */
export const scoreNames = (known: readonly string[], claimed: string): number =>
  best(known, claimed, (name) => similarity(wordsOf(name).sort().join(' '), wordsOf(claimed).sort().join(' '))) ?? 0;

/** The digits of a phone number without the country code of North America. */
export const phoneDigits = (phone: string): string => phone.replace(/\D/g, '').replace(/^1(?=\d{10})/, '');

const scorePhones = (known: string, claimed: string) => (phoneDigits(known) === phoneDigits(claimed) ? 100 : 0);

/** The part of what is claimed of an address that is true. */
function scoreAddresses(known: ClaimedAddress, claimed: ClaimedAddress): number {
  const parts = Object.entries(claimed) as [keyof ClaimedAddress, string][];
  const scores = parts.map(([part, value]) => similarity(known[part] ?? '', value));
  return Math.round(scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length));
}

function best<T, C>(known: readonly T[], claimed: C | undefined, score: (each: T, claimed: C) => number) {
  if (claimed === undefined || claimed === '' || known.length === 0) return null;
  return Math.max(...known.map((each) => score(each, claimed)));
}

/** How alike two texts are, from 0 to 100: the part of their pairs of letters that both have. */
function similarity(one: string, two: string): number {
  const pairs = (text: string) =>
    Array.from({ length: text.length + 1 }, (_, at) => ` ${text.toLowerCase()} `.slice(at, at + 2));
  const [ours, theirs] = [pairs(one), pairs(two)];
  const shared =
    ours.filter((pair) => theirs.includes(pair)).length + theirs.filter((pair) => ours.includes(pair)).length;
  return Math.round((100 * shared) / (ours.length + theirs.length));
}
