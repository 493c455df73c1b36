import { uidOf, type WatchlistEntry, type WatchlistKind } from './identities.ts';

/** What a customer is looked for by, under the API's names. */
export type SearchTerms = { readonly [name: string]: string | undefined };

type Summary = 'match' | 'partial_match' | 'no_match' | 'no_data' | 'no_input';

/** How an entry agrees with the terms of a version. */
export interface Match {
  readonly names: readonly Summary[];
  readonly details: Readonly<Record<string, Summary>>;
  readonly version: number;
}

/** An entry that may be a customer. */
export interface Hit {
  readonly id: string;
  readonly entry: WatchlistEntry;
  match: Match;
  /** Unix milliseconds. */
  readonly firstActive: number;
  review: 'confirmed' | 'pending_review' | 'dismissed';
  /** Unix milliseconds; set where it does not match any more. */
  inactiveSince: number | undefined;
}

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Two names: the same words in any order match, words that are all in the other one match partly. */
export function compareNames(one: string, other: string): Summary {
  const [fewer, more] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length) as [string[], string[]];
  if (!fewer.every((word) => more.includes(word))) return 'no_match';
  if (fewer.length === more.length) return 'match';
  return fewer.length > 1 ? 'partial_match' : 'no_match';
}

const compare = (term: string | undefined, known: string | undefined): Summary => {
  if (term === undefined) return 'no_input';
  if (known === undefined) return 'no_data';
  return term.toLowerCase() === known.toLowerCase() ? 'match' : 'no_match';
};

function compareBirthday(term: string | undefined, born: WatchlistEntry['born']): Summary {
  if (term === undefined) return 'no_input';
  if (!born) return 'no_data';
  if (term >= born[0] && term <= born[1]) return 'match';
  return term.slice(0, 4) === born[0].slice(0, 4) ? 'partial_match' : 'no_match';
}

/** How an entry agrees with what a customer is looked for by; undefined where it is somebody else. */
export function matchEntry(
  kind: WatchlistKind,
  entry: WatchlistEntry,
  terms: SearchTerms,
  version: number,
): Match | undefined {
  const names = entry.names.map((name) => compareNames(name, terms.legal_name ?? ''));
  if (names.every((summary) => summary === 'no_match')) return undefined;
  const shared = {
    documents: compare(terms.document_number, entry.document?.number),
    locations: compare(terms.country, entry.place?.country),
  };
  const details: Record<string, Summary> =
    kind === 'individual'
      ? { ...shared, dates_of_birth: compareBirthday(terms.date_of_birth, entry.born) }
      : {
          ...shared,
          email_addresses: compare(terms.email_address, entry.email),
          phone_numbers: compare(terms.phone_number, entry.phone),
          urls: compare(terms.url, entry.url),
        };
  // Somebody born in another year is somebody else, whatever their name.
  return details.dates_of_birth === 'no_match' ? undefined : { names, details, version };
}

const best = (summaries: readonly Summary[]): Summary =>
  summaries.find((summary) => summary === 'match') ??
  summaries.find((summary) => summary === 'partial_match') ??
  'no_match';

/** What the list has, each detail with how it agrees. */
function dataOf(kind: WatchlistKind, entry: WatchlistEntry, { names, details }: Match): object {
  const one = (name: string, data: object | undefined) =>
    data ? [{ analysis: { summary: details[name] }, data }] : [];
  const aliases = entry.weakAlias === undefined ? [] : [entry.weakAlias];
  const shared = {
    documents: one('documents', entry.document),
    locations: one('locations', entry.place),
    names: [
      ...entry.names.map((full, index) => ({
        analysis: { summary: names[index] },
        data: { full, is_primary: index === 0, weak_alias_determination: 'none' },
      })),
      ...aliases.map((full) => ({ data: { full, is_primary: false, weak_alias_determination: 'source' } })),
    ],
  };
  if (kind === 'individual') {
    const [beginning, ending] = entry.born ?? [];
    return { ...shared, dates_of_birth: one('dates_of_birth', entry.born && { beginning, ending }) };
  }
  return {
    ...shared,
    email_addresses: one('email_addresses', entry.email === undefined ? undefined : { email_address: entry.email }),
    phone_numbers: one(
      'phone_numbers',
      entry.phone === undefined ? undefined : { type: 'phone', phone_number: entry.phone },
    ),
    urls: one('urls', entry.url === undefined ? undefined : { url: entry.url }),
  };
}

/** A hit as the API shows it. */
export function presentHit(kind: WatchlistKind, { id, entry, match, firstActive, review, inactiveSince }: Hit) {
  const isoTime = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
  return {
    id,
    review_status: review,
    first_active: isoTime(firstActive),
    inactive_since: isoTime(inactiveSince),
    historical_since: null,
    list_code: entry.list,
    plaid_uid: uidOf(entry),
    source_uid: entry.source ?? null,
    sub_programs: entry.programs,
    analysis: { ...match.details, names: best(match.names), search_terms_version: match.version },
    data: dataOf(kind, entry, match),
  };
}
