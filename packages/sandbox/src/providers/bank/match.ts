import type { Owner } from './holder.ts';

/** What a client knows of a user; what is unset is not compared. */
export interface Claim {
  readonly legal_name?: string | undefined;
  readonly phone_number?: string | undefined;
  readonly email_address?: string | undefined;
  readonly address?: ClaimedAddress | undefined;
}

interface ClaimedAddress {
  readonly street?: string | undefined;
  readonly city?: string | undefined;
  readonly region?: string | undefined;
  readonly postal_code?: string | undefined;
  readonly country?: string | undefined;
}

const nicknames: Readonly<Record<string, string>> = {
  gus: 'august',
  cleo: 'cleopatra',
  kit: 'christopher',
  otis: 'otto',
  rosa: 'rosalind',
  thea: 'dorothea',
  zelda: 'griselda',
};
const businessWords = /\b(corp|llc|inc|ltd)\b/;

/** How well a claim fits the holder of an account: from 0 to 100, null where one side knows nothing. */
export function matchOwner(owner: Owner, { legal_name, phone_number, email_address, address }: Claim) {
  return {
    legal_name: matchName(owner.names, legal_name),
    phone_number: {
      score: best(owner.phone_numbers, ({ data }) => phone_number && scorePhones(data, phone_number)),
    },
    email_address: { score: best(owner.emails, ({ data }) => email_address && scoreEmails(data, email_address)) },
    address: {
      score: best(owner.addresses, ({ data }) => address && scoreAddresses(data, address)),
      is_postal_code_match: address?.postal_code
        ? owner.addresses.some(({ data }) => data.postal_code === address.postal_code)
        : null,
    },
  };
}

function matchName(known: readonly string[], claimed: string | undefined) {
  const words = wordsOf(claimed ?? '');
  if (words.length === 0 || known.length === 0)
    return {
      score: null,
      is_first_name_or_last_name_match: null,
      is_nickname_match: null,
      is_business_name_detected: null,
    };
  const either = (test: (name: string[]) => boolean) => known.some((name) => test(wordsOf(name)));
  return {
    score: scoreNames(known, claimed ?? ''),
    is_first_name_or_last_name_match: either((name) => name[0] === words[0] || name.at(-1) === words.at(-1)),
    is_nickname_match: either((name) => name[0] !== words[0] && fullName(name[0]) === fullName(words[0])),
    is_business_name_detected: [...known, claimed ?? ''].some((name) => businessWords.test(name.toLowerCase())),
  };
}

/** The best score of a claimed name against those known; a nickname costs a little. */
export const scoreNames = (known: readonly string[], claimed: string): number =>
  best(known, (name) =>
    Math.max(
      similarity(sorted(wordsOf(name)), sorted(wordsOf(claimed))),
      Math.min(95, similarity(sorted(wordsOf(name).map(fullName)), sorted(wordsOf(claimed).map(fullName)))),
    ),
  ) ?? 0;

const wordsOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{Letter}\s]/gu, '')
    .split(/\s+/)
    .filter(Boolean);
const fullName = (name: string | undefined) => (name && nicknames[name]) ?? name;
// Family names come first in some places.
const sorted = (words: readonly (string | undefined)[]) => [...words].sort().join(' ');

/** The digits of a phone number without the country code of North America. */
export const phoneDigits = (phone: string): string => phone.replace(/\D/g, '').replace(/^1(?=\d{10})/, '');

function scorePhones(known: string, claimed: string): number {
  const [one, two] = [phoneDigits(known), phoneDigits(claimed)];
  if (one === two) return 100;
  return one.length >= 10 && (two.startsWith(one) || one.startsWith(two)) && two.length >= 10 ? 90 : 0; // an extension
}

function scoreEmails(known: string, claimed: string): number {
  const [one, two] = [known.toLowerCase().trim(), claimed.toLowerCase().trim()];
  const withoutExtension = (email: string) => email.replace(/\+[^@]*@/, '@');
  if (one === two) return 100;
  return withoutExtension(one) === withoutExtension(two) ? 90 : Math.min(69, similarity(one, two));
}

function scoreAddresses(known: Required<ClaimedAddress> | ClaimedAddress, claimed: ClaimedAddress): number | undefined {
  const parts = (['street', 'city', 'region', 'postal_code', 'country'] as const).filter((part) => claimed[part]);
  if (parts.length === 0) return undefined;
  const weight = { street: 4, city: 2, region: 1, postal_code: 2, country: 1 };
  const total = parts.reduce((sum, part) => sum + weight[part], 0);
  const tidy = (text = '') =>
    text
      .toLowerCase()
      .replace(/[^\p{Letter}\d]+/gu, ' ')
      .replace(/\bst\b/, 'street')
      .trim();
  const score = parts.reduce((sum, part) => sum + weight[part] * similarity(tidy(known[part]), tidy(claimed[part])), 0);
  return Math.round(score / total);
}

function best<T>(known: readonly T[], score: (each: T) => number | '' | undefined): number | null {
  const scores = known.map(score).filter((each) => typeof each === 'number');
  return scores.length > 0 ? Math.max(...scores) : null;
}

/** How alike two texts are, from 0 to 100: by the edits that lead from one to the other. */
function similarity(one: string, two: string): number {
  if (one === two) return 100;
  let row = Array.from({ length: two.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= two.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (one[i - 1] === two[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  const edits = row.at(-1) ?? 0;
  return Math.round(100 * (1 - edits / Math.max(one.length, two.length)));
}
