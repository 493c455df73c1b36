import { uidOf, type WatchlistEntry, type WatchlistKind } from './identities.ts';

/** Search terms for a customer, under the API's names. */
export type SearchTerms = { readonly [name: string]: string | undefined };

export type Summary = 'match' | 'partial_match' | 'no_match' | 'no_data' | 'no_input';

/** Result of comparing an entry with a version of the search terms. */
export interface Match {
  readonly names: readonly Summary[];
  readonly details: Readonly<Record<string, Summary>>;
  readonly version: number;
}

/** An entry that may be about a customer. */
export interface Hit {
  readonly id: string;
  readonly entry: WatchlistEntry;
  match: Match;
  /** Unix milliseconds. */
  readonly firstActive: number;
  review: 'confirmed' | 'pending_review' | 'dismissed';
  /** Unix milliseconds; set when it no longer matches. */
  inactiveSince: number | undefined;
}

/** Comparison other than of names: the search term, and the list's value as text and in the API's shape. */
type Detail = readonly [term: string, known: (entry: WatchlistEntry) => readonly [string, object] | undefined];

const shared: Readonly<Record<string, Detail>> = {
  documents: ['document_number', ({ document }) => document && [document.number, document]],
  locations: ['country', ({ place }) => place && [place.country, place]],
};

const details: Readonly<Record<WatchlistKind, Readonly<Record<string, Detail>>>> = {
  individual: {
    ...shared,
    dates_of_birth: ['date_of_birth', ({ born }) => born && [born[0], { beginning: born[0], ending: born[1] }]],
  },
  entity: {
    ...shared,
    email_addresses: ['email_address', ({ email }) => (email ? [email, { email_address: email }] : undefined)],
    phone_numbers: [
      'phone_number',
      ({ phone }) => (phone ? [phone, { type: 'phone', phone_number: phone }] : undefined),
    ],
    urls: ['url', ({ url }) => (url ? [url, { url }] : undefined)],
  },
};

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * Compares two names. The same words in any order match. If one name contains all words of the other, they match
 * partly.
 */
function compareNames(one: string, other: string): Summary {
  const [fewer, more] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length) as [string[], string[]];
  if (!fewer.every((word) => more.includes(word))) return 'no_match';
  if (fewer.length === more.length) return 'match';
  return fewer.length > 1 ? 'partial_match' : 'no_match';
}

function compare(term: string | undefined, known: string | undefined, born: WatchlistEntry['born']): Summary {
  if (term === undefined) return 'no_input';
  if (known === undefined) return 'no_data';
  if (born && term >= born[0] && term <= born[1]) return 'match';
  if (born && term.slice(0, 4) === born[0].slice(0, 4)) return 'partial_match';
  return term.toLowerCase() === known.toLowerCase() ? 'match' : 'no_match';
}

/** Compares an entry with a customer's search terms. Returns undefined if the entry is about someone else. */
export function matchEntry(
  kind: WatchlistKind,
  entry: WatchlistEntry,
  terms: SearchTerms,
  version: number,
): Match | undefined {
  const names = entry.names.map((name) => compareNames(name, terms.legal_name ?? ''));
  if (names.every((summary) => summary === 'no_match')) return undefined;
  const compared = Object.entries(details[kind]).map(([name, [term, known]]) => {
    const born = name === 'dates_of_birth' ? entry.born : undefined;
    return [name, compare(terms[term], known(entry)?.[0], born)] as const;
  });
  const summaries: Readonly<Record<string, Summary>> = Object.fromEntries(compared);
  // Someone born in another year is a different person, even with the same name.
  return summaries.dates_of_birth === 'no_match' ? undefined : { names, details: summaries, version };
}

/** Returns a hit as the API shows it. */
export function presentHit(kind: WatchlistKind, { id, entry, match, firstActive, review, inactiveSince }: Hit) {
  const { names, version } = match;
  const found = Object.entries(details[kind]).map(([name, [, known]]) => {
    const data = known(entry)?.[1];
    return [name, data ? [{ analysis: { summary: match.details[name] }, data }] : []] as const;
  });
  const weakAlias = { full: entry.weakAlias, is_primary: false, weak_alias_determination: 'source' };
  return {
    id,
    review_status: review,
    first_active: new Date(firstActive).toISOString(),
    inactive_since: inactiveSince === undefined ? null : new Date(inactiveSince).toISOString(),
    historical_since: null,
    list_code: entry.list,
    plaid_uid: uidOf(entry),
    source_uid: entry.source ?? null,
    sub_programs: entry.programs,
    analysis: {
      ...match.details,
      names: names.includes('match') ? 'match' : 'partial_match',
      search_terms_version: version,
    },
    data: {
      ...Object.fromEntries(found),
      names: [
        ...entry.names.map((full, index) => ({
          analysis: { summary: names[index] },
          data: { full, is_primary: index === 0, weak_alias_determination: 'none' },
        })),
        ...(entry.weakAlias === undefined ? [] : [{ data: weakAlias }]),
      ],
    },
  };
}
