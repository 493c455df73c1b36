import type { SandboxContext } from '../../context.ts';
import { identities, type WatchlistEntry, type WatchlistKind } from './identities.ts';
import type { Settings } from './options.ts';
import { refuse } from './refusal.ts';
import { type Hit, matchEntry, presentHit, type SearchTerms } from './watchlist-hits.ts';
import type { Webhooks } from './webhooks.ts';

export type ScreeningStatus = 'rejected' | 'pending_review' | 'cleared';

/** How the two kinds of screenings differ in the API. */
export const screeningKinds = {
  individual: {
    ids: { screening: 'scr', hit: 'scrhit', review: 'rev', program: 'prg' },
    field: 'watchlist',
    webhook: { type: 'SCREENING', id: 'screening_id' },
    lists:
      'AU_CON CA_CON EU_CON IZ_CIA IZ_IPL IZ_PEP IZ_UNC IZ_WBK UK_HMC US_DPL US_DTC US_FBI US_FSE US_ISN US_MBS US_PLC US_SAM US_SDN US_SSI SG_SOF TR_TWL TR_DFD TR_FOR TR_WMD TR_CMB',
    terms: ['legal_name', 'date_of_birth', 'document_number', 'country'],
  },
  entity: {
    ids: { screening: 'entscr', hit: 'enthit', review: 'entrev', program: 'entprg' },
    field: 'entity_watchlist',
    webhook: { type: 'ENTITY_SCREENING', id: 'entity_screening_id' },
    lists:
      'CA_CON EU_CON IZ_SOE IZ_UNC IZ_WBK US_CAP US_FSE US_MBS US_SDN US_SSI US_CMC US_UVL US_SAM US_TEL AU_CON UK_HMC',
    terms: ['legal_name', 'document_number', 'email_address', 'country', 'phone_number', 'url'],
  },
} as const satisfies Record<WatchlistKind, object>;

interface Review {
  readonly id: string;
  readonly confirmed_hits: readonly string[];
  readonly dismissed_hits: readonly string[];
  readonly comment: string | null;
  readonly audit_trail: object;
}

/** A customer who is looked for on watchlists. */
export interface Screening {
  readonly id: string;
  readonly kind: WatchlistKind;
  programId: string;
  terms: SearchTerms;
  version: number;
  assignee: string | undefined;
  status: ScreeningStatus;
  clientUserId: string | undefined;
  audit: object;
  readonly hits: Hit[];
  readonly reviews: Review[];
  /** What the API showed after each change, newest first; the ids are for its pages. */
  readonly history: { readonly id: string; readonly shown: object }[];
}

/** What a request changes of a screening. */
export interface ScreeningChanges {
  readonly search_terms?: SearchTerms | undefined;
  readonly status?: ScreeningStatus | undefined;
  readonly assignee?: string | undefined;
  readonly client_user_id?: string | undefined;
  readonly reset_fields?: readonly string[] | undefined;
}

type Source = 'api' | 'system' | 'link';

/** Every screening of the sandbox, with the lists they are made with. */
export function createScreenings({ clock, random, startedAt }: SandboxContext, settings: Settings, webhooks: Webhooks) {
  const draw = random('screenings');
  const screenings = new Map<string, Screening>();
  const entries: Record<WatchlistKind, WatchlistEntry[]> = {
    individual: [...identities.individual],
    entity: [...identities.entity],
  };
  const watchers: ((screening: Screening) => void)[] = [];
  const isoTime = (ms: number) => new Date(ms).toISOString();
  const idOf = (prefix: string) => `${prefix}_${draw.text(14)}`;
  const auditOf = (source: Source) => ({ source, dashboard_user_id: null, timestamp: isoTime(clock.now()) });

  const dashboardUsers = ['active', 'invited'].map((status, index) => ({
    id: random(`dashboard-user/${index}`).text(24, '0123456789abcdef'),
    created_at: isoTime(startedAt),
    email_address: `reviewer-${index + 1}@example.com`,
    status,
  }));

  const programs = settings.watchlistPrograms.map((id) => {
    const kind: WatchlistKind = id.startsWith('ent') ? 'entity' : 'individual';
    const program = {
      id,
      created_at: isoTime(startedAt),
      is_rescanning_enabled: true,
      lists_enabled: screeningKinds[kind].lists.split(' '),
      name: kind === 'entity' ? 'Organizations' : 'People',
      name_sensitivity: 'balanced',
      audit_trail: {
        source: 'dashboard',
        dashboard_user_id: dashboardUsers[0]?.id ?? null,
        timestamp: isoTime(startedAt),
      },
      is_archived: false,
    };
    return { kind, program };
  });
  const programsOf = (kind: WatchlistKind) =>
    programs.filter((each) => each.kind === kind).map(({ program }) => program);

  function findProgram(kind: WatchlistKind, id: string) {
    const own = programsOf(kind);
    const names = own.map((program) => program.id).join(', ');
    return (
      own.find((program) => program.id === id) ??
      refuse('INVALID_FIELD', `${screeningKinds[kind].field}_program_id must be that of a program: ${names}`)
    );
  }

  function present({ id, kind, programId, terms, version, assignee, status, clientUserId, audit }: Screening) {
    const { field, terms: names } = screeningKinds[kind];
    return {
      id,
      search_terms: {
        [`${field}_program_id`]: programId,
        ...Object.fromEntries(names.map((name) => [name, terms[name] ?? null])),
        version,
      },
      assignee: assignee ?? null,
      status,
      client_user_id: clientUserId ?? null,
      audit_trail: audit,
    };
  }

  function setStatus(screening: Screening, status: ScreeningStatus): void {
    if (screening.status === status) return;
    screening.status = status;
    const { type, id } = screeningKinds[screening.kind].webhook;
    webhooks.sendToDashboard({ webhook_type: type, webhook_code: 'STATUS_UPDATED', [id]: screening.id });
    for (const watcher of watchers) watcher(screening);
  }

  /** Looks for the customer again: hits that nobody has judged come and go. Rejected customers get no new ones. */
  function search(screening: Screening): ScreeningStatus {
    if (screening.status === 'rejected') return 'rejected';
    const { kind, terms, version, hits } = screening;
    const now = clock.now();
    const found = new Map(
      entries[kind].flatMap((entry) => {
        const match = matchEntry(kind, entry, terms, version);
        return match ? [[entry, match] as const] : [];
      }),
    );
    for (const hit of hits) {
      const match = found.get(hit.entry);
      found.delete(hit.entry);
      if (hit.review !== 'pending_review') continue;
      hit.inactiveSince = match ? undefined : (hit.inactiveSince ?? now);
      if (match) hit.match = match;
    }
    const { ids } = screeningKinds[kind];
    for (const [entry, match] of found)
      hits.push({
        id: idOf(ids.hit),
        entry,
        match,
        firstActive: now,
        review: 'pending_review',
        inactiveSince: undefined,
      });
    const isOpen = hits.some(({ review, inactiveSince }) => review === 'pending_review' && inactiveSince === undefined);
    return isOpen ? 'pending_review' : screening.status === 'pending_review' ? 'cleared' : screening.status;
  }

  function record(screening: Screening, source: Source): void {
    screening.audit = auditOf(source);
    screening.history.unshift({ id: String(screening.history.length), shown: present(screening) });
  }

  function requireUser(id: string): string {
    if (!dashboardUsers.some((user) => user.id === id))
      refuse('INVALID_FIELD', 'assignee must be the id of a dashboard user');
    return id;
  }

  return {
    dashboardUsers,
    programsOf,
    findProgram,
    present,
    create(
      kind: WatchlistKind,
      programId: string,
      terms: SearchTerms,
      clientUserId: string | undefined,
      source: Source = 'api',
    ): Screening {
      findProgram(kind, programId);
      const screening: Screening = {
        id: idOf(screeningKinds[kind].ids.screening),
        kind,
        programId,
        terms,
        version: 1,
        assignee: undefined,
        status: 'cleared',
        clientUserId,
        audit: auditOf(source),
        hits: [],
        reviews: [],
        history: [],
      };
      screenings.set(screening.id, screening);
      setStatus(screening, search(screening));
      return screening;
    },
    find(kind: WatchlistKind, id: string): Screening {
      const found = screenings.get(id);
      return found?.kind === kind
        ? found
        : refuse('INVALID_FIELD', `${screeningKinds[kind].field}_screening_id must be that of a screening`);
    },
    /** Those of a program, newest first. */
    list: (kind: WatchlistKind, programId: string): Screening[] => {
      findProgram(kind, programId);
      return [...screenings.values()].filter((each) => each.programId === programId).reverse();
    },
    hits: (screening: Screening) => screening.hits.map((hit) => presentHit(screening.kind, hit)),
    update(screening: Screening, changes: ScreeningChanges, programId: string | undefined): void {
      const { search_terms, status, assignee, client_user_id, reset_fields = [] } = changes;
      if (search_terms && status) refuse('INVALID_FIELD', 'status must be absent when search_terms is given');
      if (programId !== undefined) screening.programId = findProgram(screening.kind, programId).id;
      if (reset_fields.includes('assignee')) screening.assignee = undefined;
      if (assignee !== undefined) screening.assignee = requireUser(assignee);
      if (client_user_id !== undefined) screening.clientUserId = client_user_id;
      if (search_terms) {
        screening.terms = { ...screening.terms, ...search_terms };
        screening.version += 1;
      }
      setStatus(screening, status ?? (search_terms ? search(screening) : screening.status));
      record(screening, 'api');
    },
    review(screening: Screening, confirmed: readonly string[], dismissed: readonly string[], comment?: string): Review {
      if (confirmed.length + dismissed.length === 0 && !comment)
        refuse('INVALID_FIELD', 'comment must be present when no hit is confirmed or dismissed');
      const named = [...confirmed, ...dismissed];
      if (new Set(named).size < named.length) refuse('INVALID_FIELD', 'dismissed_hits must not repeat a hit');
      const found = named.map((id) => {
        const hit = screening.hits.find((each) => each.id === id);
        if (!hit)
          refuse('INVALID_FIELD', `confirmed_hits and dismissed_hits must be hits of the screening; ${id} is not`);
        if (hit.review !== 'pending_review') refuse('INVALID_FIELD', `${id} was reviewed before`);
        return hit;
      });
      for (const [index, hit] of found.entries()) hit.review = index < confirmed.length ? 'confirmed' : 'dismissed';
      const review = {
        id: idOf(screeningKinds[screening.kind].ids.review),
        confirmed_hits: confirmed,
        dismissed_hits: dismissed,
        comment: comment ?? null,
        audit_trail: auditOf('api'),
      };
      screening.reviews.unshift(review);
      return review;
    },
    /** Puts somebody on a list. Who is screened daily is looked for on it at once. */
    addToWatchlist(kind: WatchlistKind, entry: WatchlistEntry): void {
      entries[kind].push(entry);
      for (const screening of screenings.values()) {
        if (screening.kind !== kind) continue;
        const before = screening.hits.length;
        const status = search(screening);
        if (screening.hits.length === before) continue;
        setStatus(screening, status);
        record(screening, 'system');
      }
    },
    /** Calls `watcher` whenever the status of a screening changes. */
    watch: (watcher: (screening: Screening) => void) => void watchers.push(watcher),
  };
}

export type Screenings = ReturnType<typeof createScreenings>;
