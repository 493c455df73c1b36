import { type Endpoint, endpoint } from '../endpoint.ts';
import type { WatchlistKind } from '../identities.ts';
import { pageAfter } from '../pages.ts';
import { refuse } from '../refusal.ts';
import { type ScreeningChanges, type ScreeningStatus, type Screenings, screeningKinds } from '../screenings.ts';
import type { SearchTerms } from '../watchlist-hits.ts';

interface Page {
  readonly cursor?: string;
}

interface Filters extends Page {
  readonly client_user_id?: string;
  readonly status?: ScreeningStatus;
  readonly assignee?: string;
}

interface ReviewRequest {
  readonly confirmed_hits: readonly string[];
  readonly dismissed_hits: readonly string[];
  readonly comment?: string;
}

/** Screenings of people or of organizations: the same endpoints under other names. */
function endpointsOf(kind: WatchlistKind, screenings: Screenings): Endpoint[] {
  const { field } = screeningKinds[kind];
  const path = (name: string) => `/watchlist_screening/${kind}/${name}`;
  const of = (body: object) =>
    screenings.find(kind, String((body as Record<string, unknown>)[`${field}_screening_id`]));
  const programIn = (body: object) => (body as Record<string, string | undefined>)[`${field}_program_id`];

  /** What is looked for, without the program that it is looked for with. */
  function termsIn(terms: SearchTerms): SearchTerms {
    const { [`${field}_program_id`]: _, ...rest } = terms;
    return rest;
  }

  return [
    endpoint(
      path('create'),
      ({ search_terms, client_user_id }: { search_terms: SearchTerms; client_user_id?: string }) =>
        screenings.present(
          screenings.create(kind, programIn(search_terms) ?? '', termsIn(search_terms), client_user_id),
        ),
    ),
    endpoint(path('get'), (body: object) => screenings.present(of(body))),
    endpoint(path('list'), ({ cursor, client_user_id, status, assignee, ...body }: Filters) => {
      const fitting = screenings
        .list(kind, programIn(body) ?? '')
        .filter((each) => client_user_id === undefined || each.clientUserId === client_user_id)
        .filter((each) => status === undefined || each.status === status)
        .filter((each) => assignee === undefined || each.assignee === assignee);
      const { page, next_cursor } = pageAfter(fitting, cursor);
      return { [`${field}_screenings`]: page.map(screenings.present), next_cursor };
    }),
    endpoint(path('update'), ({ search_terms, ...body }: ScreeningChanges) => {
      const screening = of(body);
      const terms = search_terms && { search_terms: termsIn(search_terms) };
      screenings.update(screening, { ...body, ...terms }, search_terms && programIn(search_terms));
      return screenings.present(screening);
    }),
    endpoint(path('history/list'), ({ cursor, ...body }: Page) => {
      const { page, next_cursor } = pageAfter(of(body).history, cursor);
      return { [`${field}_screenings`]: page.map(({ shown }) => shown), next_cursor };
    }),
    endpoint(path('hit/list'), ({ cursor, ...body }: Page) => {
      const { page, next_cursor } = pageAfter(screenings.hits(of(body)), cursor);
      return { [`${field}_screening_hits`]: page, next_cursor };
    }),
    endpoint(path('review/create'), ({ confirmed_hits, dismissed_hits, comment, ...body }: ReviewRequest) =>
      screenings.review(of(body), confirmed_hits, dismissed_hits, comment),
    ),
    endpoint(path('review/list'), ({ cursor, ...body }: Page) => {
      const { page, next_cursor } = pageAfter(of(body).reviews, cursor);
      return { [`${field}_screening_reviews`]: page, next_cursor };
    }),
    endpoint(path('program/get'), (body: object) => screenings.findProgram(kind, programIn(body) ?? '')),
    endpoint(path('program/list'), ({ cursor }: Page) => {
      const { page, next_cursor } = pageAfter(screenings.programsOf(kind), cursor);
      return { [`${field}_programs`]: page, next_cursor };
    }),
  ];
}

/** Screenings on watchlists, and the people who review them. */
export function screeningEndpoints(screenings: Screenings): Endpoint[] {
  return [
    ...endpointsOf('individual', screenings),
    ...endpointsOf('entity', screenings),
    endpoint(
      '/dashboard_user/get',
      ({ dashboard_user_id: id }: { dashboard_user_id: string }) =>
        screenings.dashboardUsers.find((user) => user.id === id) ??
        refuse('INVALID_FIELD', 'dashboard_user_id must be that of a dashboard user'),
    ),
    endpoint('/dashboard_user/list', ({ cursor }: Page) => {
      const { page, next_cursor } = pageAfter(screenings.dashboardUsers, cursor);
      return { dashboard_users: page, next_cursor };
    }),
  ];
}
