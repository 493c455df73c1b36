import type { Clock } from '../../../shared/clock.ts';
import type { SandboxContext } from '../../../shared/context.ts';
import type { Random } from '../../../shared/random.ts';
import { isoTime } from '../data/days.ts';
import { identities, type WatchlistEntry, type WatchlistKind } from '../data/identities.ts';
import type { Screening, ScreeningStatus } from '../data/screenings.ts';
import { matchEntry, presentHit, type SearchTerms } from '../data/watchlist-hits.ts';
import type { Call, Endpoints, Of } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import type { Settings } from '../options.ts';
import { pageAfter } from '../paging.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';

/** Differences between the two kinds of screenings in the API. */
const kinds = {
  individual: {
    ids: { screening: 'scr', hit: 'scrhit', review: 'rev' },
    field: 'watchlist',
    program: 'People',
    webhook: { type: 'SCREENING', id: 'screening_id' },
    lists:
      'AU_CON CA_CON EU_CON IZ_CIA IZ_IPL IZ_PEP IZ_UNC IZ_WBK UK_HMC US_DPL US_DTC US_FBI US_FSE US_ISN US_MBS US_PLC US_SAM US_SDN US_SSI SG_SOF TR_TWL TR_DFD TR_FOR TR_WMD TR_CMB',
    terms: ['legal_name', 'date_of_birth', 'document_number', 'country'],
  },
  entity: {
    ids: { screening: 'entscr', hit: 'enthit', review: 'entrev' },
    field: 'entity_watchlist',
    program: 'Organizations',
    webhook: { type: 'ENTITY_SCREENING', id: 'entity_screening_id' },
    lists:
      'CA_CON EU_CON IZ_SOE IZ_UNC IZ_WBK US_CAP US_FSE US_MBS US_SDN US_SSI US_CMC US_UVL US_SAM US_TEL AU_CON UK_HMC',
    terms: ['legal_name', 'document_number', 'email_address', 'country', 'phone_number', 'url'],
  },
} as const satisfies Record<WatchlistKind, object>;

interface Page {
  readonly cursor?: string;
}

interface Filters extends Page {
  readonly client_user_id?: string;
  readonly status?: ScreeningStatus;
  readonly assignee?: string;
}

interface Changes {
  readonly search_terms?: SearchTerms;
  readonly status?: ScreeningStatus;
  readonly assignee?: string;
  readonly client_user_id?: string;
  readonly reset_fields?: readonly string[];
}

interface ReviewRequest {
  readonly confirmed_hits: readonly string[];
  readonly dismissed_hits: readonly string[];
  readonly comment?: string;
}

/** Watchlist screenings, with their lists and the people who review them. */
export class Screenings {
  private readonly clock: Clock;
  private readonly random: SandboxContext['random'];
  private readonly startedAt: number;
  private readonly settings: Settings;
  private readonly webhooks: Webhooks;
  private readonly draw: Random;
  private readonly screenings = new Map<string, Screening>();
  private readonly entries: Record<WatchlistKind, WatchlistEntry[]>;
  private readonly watchers: ((screening: Screening) => void)[] = [];
  private readonly dashboardUsers: { id: string; created_at: string; email_address: string; status: string }[];
  readonly endpoints: Endpoints;

  constructor({ clock, random, startedAt }: SandboxContext, settings: Settings, webhooks: Webhooks) {
    this.clock = clock;
    this.random = random;
    this.startedAt = startedAt;
    this.settings = settings;
    this.webhooks = webhooks;
    this.draw = this.random('screenings');
    this.entries = {
      individual: [...identities.individual],
      entity: [...identities.entity],
    };
    this.dashboardUsers = ['active', 'invited'].map((status, index) => ({
      id: this.random(`dashboard-user/${index}`).text(24, '0123456789abcdef'),
      created_at: isoTime(this.startedAt),
      email_address: `reviewer-${index + 1}@example.com`,
      status,
    }));
    this.endpoints = {
      ...this.endpointsOf('individual'),
      ...this.endpointsOf('entity'),
      'POST /dashboard_user/get': ({ body: { dashboard_user_id } }: Call<Of<'dashboard_user_id'>>) =>
        this.dashboardUsers.find(({ id }) => id === dashboard_user_id) ??
        refuse('INVALID_FIELD', 'dashboard_user_id must be the ID of a dashboard user'),
      'POST /dashboard_user/list': ({ body }: Call<Page>) => this.listed('dashboard_users', this.dashboardUsers, body),
    };
  }

  private auditOf(source: 'api' | 'system' | 'link') {
    return { source, dashboard_user_id: null, timestamp: isoTime(this.clock.now()) };
  }

  programsOf(kind: WatchlistKind) {
    return this.settings.watchlistPrograms
      .filter((id) => id.startsWith('ent') === (kind === 'entity'))
      .map((id) => ({
        id,
        created_at: isoTime(this.startedAt),
        is_rescanning_enabled: true,
        lists_enabled: kinds[kind].lists.split(' '),
        name: kinds[kind].program,
        name_sensitivity: 'balanced',
        audit_trail: {
          source: 'dashboard',
          dashboard_user_id: this.dashboardUsers[0]?.id ?? null,
          timestamp: isoTime(this.startedAt),
        },
        is_archived: false,
      }));
  }

  /** Returns the program that an object names. Refuses unknown IDs. */
  private programIn(kind: WatchlistKind, named: object) {
    const name = `${kinds[kind].field}_program_id`;
    const own = this.programsOf(kind);
    return (
      own.find(({ id }) => id === Reflect.get(named, name)) ??
      refuse('INVALID_FIELD', `${name} must be the ID of a program: ${own.map(({ id }) => id).join(', ')}`)
    );
  }

  private present({ id, kind, programId, terms, version, assignee, status, clientUserId, audit }: Screening) {
    const { field, terms: names } = kinds[kind];
    return {
      id,
      search_terms: {
        [`${field}_program_id`]: programId,
        ...Object.fromEntries(names.map((name) => [name, terms[name] ?? null])),
        version,
      },
      assignee,
      status,
      client_user_id: clientUserId,
      audit_trail: audit,
    };
  }

  private setStatus(screening: Screening, status: ScreeningStatus): void {
    if (screening.status === status) return;
    screening.status = status;
    const { type, id } = kinds[screening.kind].webhook;
    this.webhooks.sendToDashboard({ webhook_type: type, webhook_code: 'STATUS_UPDATED', [id]: screening.id });
    for (const watcher of this.watchers) watcher(screening);
  }

  /**
   * Searches for the customer again. Hits that nobody has reviewed can become active or inactive. Rejected customers
   * get no new hits.
   */
  private search(screening: Screening): ScreeningStatus {
    if (screening.status === 'rejected') return 'rejected';
    const { kind, terms, version, hits } = screening;
    const now = this.clock.now();
    for (const entry of this.entries[kind]) {
      const match = matchEntry(kind, entry, terms, version);
      const hit = hits.find((each) => each.entry === entry);
      if (hit?.review === 'pending_review') {
        hit.inactiveSince = match ? undefined : (hit.inactiveSince ?? now);
        hit.match = match ?? hit.match;
      }
      if (hit || !match) continue;
      const id = `${kinds[kind].ids.hit}_${this.draw.text(14)}`;
      hits.push({ id, entry, match, firstActive: now, review: 'pending_review', inactiveSince: undefined });
    }
    const isOpen = hits.some(({ review, inactiveSince }) => review === 'pending_review' && inactiveSince === undefined);
    return isOpen ? 'pending_review' : screening.status === 'pending_review' ? 'cleared' : screening.status;
  }

  private record(screening: Screening, source: 'api' | 'system'): void {
    screening.audit = this.auditOf(source);
    screening.history.unshift({ id: String(screening.history.length), shown: this.present(screening) });
  }

  /** Screens a customer with the program that `terms` names. */
  create(
    kind: WatchlistKind,
    terms: SearchTerms,
    clientUserId: string | null,
    source: 'api' | 'link' = 'api',
  ): Screening {
    const screening: Screening = {
      id: `${kinds[kind].ids.screening}_${this.draw.text(14)}`,
      kind,
      programId: this.programIn(kind, terms).id,
      terms,
      version: 1,
      assignee: null,
      status: 'cleared',
      clientUserId,
      audit: this.auditOf(source),
      hits: [],
      reviews: [],
      history: [],
    };
    this.screenings.set(screening.id, screening);
    this.setStatus(screening, this.search(screening));
    return screening;
  }

  private update(screening: Screening, changes: Changes): void {
    const { search_terms, status, assignee, client_user_id, reset_fields = [] } = changes;
    if (search_terms && status) refuse('INVALID_FIELD', 'status must be absent when search_terms is given');
    if (search_terms && `${kinds[screening.kind].field}_program_id` in search_terms)
      screening.programId = this.programIn(screening.kind, search_terms).id;
    if (reset_fields.includes('assignee')) screening.assignee = null;
    if (assignee !== undefined) {
      if (!this.dashboardUsers.some(({ id }) => id === assignee))
        refuse('INVALID_FIELD', 'assignee must be the ID of a dashboard user');
      screening.assignee = assignee;
    }
    if (client_user_id !== undefined) screening.clientUserId = client_user_id;
    if (search_terms) {
      screening.terms = { ...screening.terms, ...search_terms };
      screening.version += 1;
    }
    this.setStatus(screening, status ?? (search_terms ? this.search(screening) : screening.status));
    this.record(screening, 'api');
  }

  private review({ kind, hits, reviews }: Screening, { confirmed_hits, dismissed_hits, comment }: ReviewRequest) {
    const named = [...confirmed_hits, ...dismissed_hits];
    if (named.length === 0 && !comment)
      refuse('INVALID_FIELD', 'comment must be present when no hit is confirmed or dismissed');
    if (new Set(named).size < named.length) refuse('INVALID_FIELD', 'dismissed_hits must not repeat a hit');
    const found = named.map((id) => {
      const hit = hits.find((each) => each.id === id);
      if (!hit)
        refuse('INVALID_FIELD', `confirmed_hits and dismissed_hits must be hits of the screening; ${id} is not`);
      if (hit.review !== 'pending_review') refuse('INVALID_FIELD', `${id} was reviewed before`);
      return hit;
    });
    for (const [index, hit] of found.entries()) hit.review = index < confirmed_hits.length ? 'confirmed' : 'dismissed';
    const id = `${kinds[kind].ids.review}_${this.draw.text(14)}`;
    const made = { id, confirmed_hits, dismissed_hits, comment: comment ?? null, audit_trail: this.auditOf('api') };
    reviews.unshift(made);
    return made;
  }

  /** Returns a page of a list, under the list's name. */
  private listed<Entry extends { readonly id: string }>(
    name: string,
    entries: readonly Entry[],
    { cursor }: Page,
    show: (entry: Entry) => object = (entry) => entry,
  ) {
    const { page, next_cursor } = pageAfter(entries, cursor);
    return { [name]: page.map(show), next_cursor };
  }

  /** Creates the endpoints for screenings of people or of organizations, which differ only in their names. */
  private endpointsOf(kind: WatchlistKind): Endpoints {
    const { field } = kinds[kind];
    const name = (endpoint: string) => `POST /watchlist_screening/${kind}/${endpoint}`;
    const of = (body: object): Screening => {
      const found = this.screenings.get(Reflect.get(body, `${field}_screening_id`));
      return found?.kind === kind
        ? found
        : refuse('INVALID_FIELD', `${field}_screening_id must be the ID of a screening`);
    };
    return {
      [name('create')]: ({ body }: Call<{ search_terms: SearchTerms; client_user_id?: string }>) =>
        this.present(this.create(kind, body.search_terms, body.client_user_id ?? null)),
      [name('get')]: ({ body }) => this.present(of(body)),
      [name('list')]: ({ body }: Call<Filters>) => {
        const { id } = this.programIn(kind, body);
        const { client_user_id, status, assignee } = body;
        const fitting = [...this.screenings.values()]
          .filter(({ programId }) => programId === id)
          .filter((each) => each.clientUserId === (client_user_id ?? each.clientUserId))
          .filter((each) => each.status === (status ?? each.status))
          .filter((each) => each.assignee === (assignee ?? each.assignee));
        return this.listed(`${field}_screenings`, fitting.reverse(), body, (given) => this.present(given));
      },
      [name('update')]: ({ body }: Call<Changes>) => {
        this.update(of(body), body);
        return this.present(of(body));
      },
      [name('history/list')]: ({ body }: Call<Page>) =>
        this.listed(`${field}_screenings`, of(body).history, body, ({ shown }) => shown),
      [name('hit/list')]: ({ body }: Call<Page>) =>
        this.listed(`${field}_screening_hits`, of(body).hits, body, (hit) => presentHit(kind, hit)),
      [name('review/create')]: ({ body }: Call<ReviewRequest>) => this.review(of(body), body),
      [name('review/list')]: ({ body }: Call<Page>) =>
        this.listed(`${field}_screening_reviews`, of(body).reviews, body),
      [name('program/get')]: ({ body }) => this.programIn(kind, body),
      [name('program/list')]: ({ body }: Call<Page>) => this.listed(`${field}_programs`, this.programsOf(kind), body),
    };
  }

  /** Adds an entry to a watchlist. The daily rescans of all customers happen immediately. */
  addToWatchlist(kind: WatchlistKind, entry: WatchlistEntry): void {
    this.entries[kind].push(entry);
    for (const screening of this.screenings.values()) {
      if (screening.kind !== kind) continue;
      const before = screening.hits.length;
      const status = this.search(screening);
      if (screening.hits.length === before) continue;
      this.setStatus(screening, status);
      this.record(screening, 'system');
    }
  }

  /** Calls `watcher` whenever the status of a screening changes. */
  watch(watcher: (screening: Screening) => void) {
    return void this.watchers.push(watcher);
  }
}
