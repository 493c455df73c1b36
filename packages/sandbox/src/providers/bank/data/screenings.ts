import type { WatchlistKind } from './identities.ts';
import type { Hit, SearchTerms } from './watchlist-hits.ts';

export type ScreeningStatus = 'rejected' | 'pending_review' | 'cleared';

/** Screening of a customer against watchlists. */
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
  /** The screening as the API showed it after each change, newest first. The IDs are for paging. */
  readonly history: { readonly id: string; readonly shown: object }[];
}
