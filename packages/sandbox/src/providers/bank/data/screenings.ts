import type { WatchlistKind } from './identities.ts';
import type { Hit, SearchTerms } from './watchlist-hits.ts';

export type ScreeningStatus = 'rejected' | 'pending_review' | 'cleared';

/** A customer who is looked for on watchlists. */
export interface Screening {
  readonly id: string;
  readonly kind: WatchlistKind;
  programId: string;
  terms: SearchTerms;
  version: number;
  assignee: string | null;
  status: ScreeningStatus;
  clientUserId: string | null;
  audit: object;
  readonly hits: Hit[];
  readonly reviews: { readonly id: string }[];
  /** States that the API showed after each change, newest first. The ids are for paging. */
  readonly history: { readonly id: string; readonly shown: object }[];
}
