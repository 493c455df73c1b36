import type { Clock } from '../../../clock/clock.ts';
import type { Random } from '../../../shared/random.ts';
import type { Settings } from '../options.ts';
import type { WebhookCode } from '../webhooks/webhook-codes.ts';
import type { Account } from './accounts.ts';
import { createCustomHistory } from './custom-history.ts';
import { dayOf, parseDay } from './days.ts';
import { createHistory, type Fact, makeFact } from './history.ts';
import { opaqueId } from './ids.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { Profile } from './profiles.ts';
import { bankData } from './source.ts';

/** How far the transactions of an Item have come. */
export type FeedStatus = 'NOT_READY' | 'INITIAL_UPDATE_COMPLETE' | 'HISTORICAL_UPDATE_COMPLETE';

/** Which days a history covers; unset: the 90 days up to today. */
export interface HistoryWindow {
  readonly days?: number | undefined;
  readonly firstDate?: string | undefined;
  readonly lastDate?: string | undefined;
}

/** How many transactions to add, post, modify and remove. */
export interface TransactionChanges {
  /** New pending transactions of today. */
  added?: number;
  /** Pending transactions that post: each is removed, and another added that names it. */
  posted?: number;
  /** Number of transactions to modify. Default 0. */
  modified?: number;
  /** Number of transactions to remove. Default 0. */
  removed?: number;
}

/** Ids of the transactions that changed. */
export interface ChangedTransactions {
  /** IDs of the added transactions. */
  readonly added: string[];
  /** IDs of the modified transactions. */
  readonly modified: string[];
  /** IDs of the removed transactions. */
  readonly removed: string[];
}

/** What makes up the feed of one Item. */
export interface FeedPlan {
  readonly clock: Clock;
  readonly settings: Settings;
  readonly accounts: () => readonly Account[];
  readonly profile: Profile;
  /** Transactions in two years. */
  readonly count: number;
  readonly window: HistoryWindow;
  /** It was linked long ago. */
  readonly isOld: boolean;
  /** Unix milliseconds. */
  readonly createdAt: number;
  random(label: string): Random;
  /** Random values that do not depend on the Item. */
  seeded(label: string): Random;
  notify(code: WebhookCode, extra: object): void;
}

/** A transaction as `/sandbox/transactions/create` takes it. */
export interface CustomTransaction {
  readonly date_transacted: string;
  readonly date_posted: string;
  readonly amount: number;
  readonly description: string;
  readonly iso_currency_code?: string | undefined;
}

const dayMs = 86_400_000;

/** A first call in these milliseconds after the Item was linked is always too early. */
const tooEarlyMs = 5_000;

export type Feed = ReturnType<typeof createFeed>;

/** The transactions of one Item: when they are there, and how they change. */
export function createFeed(plan: FeedPlan) {
  const { clock, settings, notify, profile } = plan;
  let window = plan.window;
  let made: Ledger | undefined;
  let startedAt: number | undefined;
  let isAsked = plan.isOld;
  let isSynced = false;
  let isRecurringWatched = false;
  let isWhole = plan.isOld || settings.readyAtOnce;
  let announced: FeedStatus = plan.isOld ? 'HISTORICAL_UPDATE_COMPLETE' : 'NOT_READY';
  let lastUpdate: number | undefined = plan.isOld ? plan.createdAt : undefined;
  const pending = new Set<number>();
  let changeRandom: Random | undefined;
  const draw = () => {
    changeRandom ??= plan.random('changes');
    return changeRandom;
  };

  function ledger(): Ledger {
    if (made) return made;
    const lastDay = window.lastDate ? parseDay(window.lastDate) : dayOf(plan.createdAt);
    const firstDay = window.firstDate ? parseDay(window.firstDate) : lastDay - (window.days ?? 90) + 1;
    const span = Math.max(0, lastDay - firstDay + 1);
    const planned = {
      accounts: plan.accounts(),
      count: Math.round((plan.count * span) / 730),
      firstDay,
      lastDay,
      pending: profile.isDynamic ? 4 : 0,
      random: plan.random,
    };
    const { custom } = profile;
    const today = dayOf(clock.now());
    const history = custom
      ? createCustomHistory({
          ...planned,
          custom,
          today,
          until: window.lastDate ? lastDay : today,
          seeded: plan.seeded,
        })
      : createHistory(planned);
    const filled = createLedger(history);
    made = filled;
    for (const index of history.pending) {
      pending.add(index);
      const { postsOn } = filled.fact(index);
      if (postsOn !== undefined) clock.schedule(postsOn * dayMs - clock.now(), () => postOf(filled, index));
    }
    return made;
  }

  /** Posts a pending transaction on its day, unless that has happened, or the history was made again. */
  function postOf(of: Ledger, index: number): void {
    if (made === of && pending.has(index)) tell({ added: [post(index)], modified: [], removed: [of.fact(index).id] });
  }

  /** Milliseconds since the history was first asked of the bank; negative before. */
  const sinceStart = () => (startedAt === undefined ? -1 : clock.now() - startedAt);

  function status(): FeedStatus {
    if (isWhole) return 'HISTORICAL_UPDATE_COMPLETE';
    const elapsed = sinceStart();
    if (elapsed < settings.readyAfterMs) return 'NOT_READY';
    return elapsed < settings.readyAfterMs + settings.historyAfterMs
      ? 'INITIAL_UPDATE_COMPLETE'
      : 'HISTORICAL_UPDATE_COMPLETE';
  }

  const notifySync = () => {
    const now = status();
    notify('SYNC_UPDATES_AVAILABLE', {
      initial_update_complete: now !== 'NOT_READY',
      historical_update_complete: now === 'HISTORICAL_UPDATE_COMPLETE',
    });
  };

  /** Notifies users of sync of a stage that was not reported yet. */
  function announce(): void {
    const now = status();
    if (!isSynced || now === announced) return;
    announced = now;
    notifySync();
  }

  /** Notifies apps that read recurring payments of those with transactions that changed. */
  function tellRecurring(isChanged: (id: string) => boolean): void {
    if (!isRecurringWatched) return;
    const streams = ledger()
      .history.recurring()
      .filter(({ indexes }) => indexes.some((index) => isChanged(ledger().fact(index).id)));
    const accountIds = new Set(streams.map(({ account }) => account.account_id));
    if (accountIds.size > 0) notify('RECURRING_TRANSACTIONS_UPDATE', { account_ids: [...accountIds] });
  }

  function begin(): void {
    if (startedAt !== undefined || plan.isOld) return;
    startedAt = clock.now();
    const { readyAfterMs, historyAfterMs } = settings;
    clock.schedule(readyAfterMs, () => {
      lastUpdate = clock.now();
      notify('INITIAL_UPDATE', { new_transactions: ledger().history.recent });
      announce();
    });
    clock.schedule(readyAfterMs + historyAfterMs, () => {
      lastUpdate = clock.now();
      const { count, recent } = ledger().history;
      notify('HISTORICAL_UPDATE', { new_transactions: count - recent });
      tellRecurring(() => true);
      announce();
    });
  }

  function pickLive(): number | undefined {
    const { size, isLive } = ledger();
    for (let attempt = 0; attempt < 100 && size() > 0; attempt += 1) {
      const index = draw().int(0, size() - 1);
      if (isLive(index) && !pending.has(index)) return index;
    }
    return undefined;
  }

  function add(fact: Fact): string {
    const index = ledger().add(fact);
    if (fact.isPending) pending.add(index);
    return fact.id;
  }

  function modifyOne(): string[] {
    const index = pickLive();
    if (index === undefined) return [];
    const fact = ledger().fact(index);
    const description = `${fact.description.replace(/ REF \d+$/, '')} REF ${draw().int(100_000, 999_999)}`;
    ledger().modify(index, { ...fact, description });
    return [fact.id];
  }

  function removeIndex(index: number): string {
    pending.delete(index);
    ledger().remove(index);
    return ledger().fact(index).id;
  }

  /** Replaces a pending transaction by its posted one, whose id it returns. */
  function post(index: number): string {
    const { postsOn, ...fact } = ledger().fact(index);
    removeIndex(index);
    return add({ ...fact, id: opaqueId(draw()), day: postsOn ?? fact.day, isPending: false, pendingId: fact.id });
  }

  function newPending(): Fact {
    const shops = bankData.merchants.filter(({ channel }) => channel === 'in store');
    const accounts = plan.accounts();
    const ofType = (wanted: Account['type']) => accounts.find(({ type }) => type === wanted);
    const account = (ofType('credit') ?? ofType('depository') ?? accounts[0]) as Account;
    return makeFact(draw(), { day: dayOf(clock.now()), merchant: draw().pick(shops) }, account, true);
  }

  function tell(changed: ChangedTransactions): ChangedTransactions {
    isWhole = true;
    announced = 'HISTORICAL_UPDATE_COMPLETE';
    lastUpdate = clock.now();
    if (isSynced) notifySync();
    notify('DEFAULT_UPDATE', { new_transactions: changed.added.length });
    if (changed.removed.length > 0) notify('TRANSACTIONS_REMOVED', { removed_transactions: changed.removed });
    const touched = new Set([...changed.modified, ...changed.removed]);
    tellRecurring((id) => touched.has(id));
    return changed;
  }

  function change({ added = 0, posted = 0, modified = 0, removed = 0 }: TransactionChanges): ChangedTransactions {
    ledger();
    const changed: ChangedTransactions = { added: [], modified: [], removed: [] };
    for (const index of [...pending].slice(0, posted)) {
      changed.removed.push(ledger().fact(index).id);
      changed.added.push(post(index));
    }
    for (let each = 0; each < modified; each += 1) changed.modified.push(...modifyOne());
    for (let each = 0; each < removed; each += 1) {
      const index = pickLive();
      if (index !== undefined) changed.removed.push(removeIndex(index));
    }
    for (let each = 0; each < added; each += 1) changed.added.push(add(newPending()));
    return tell(changed);
  }

  /** A static history stays as it is, but nearly all of it is handed out again as modified. */
  function resend(): void {
    const changed: ChangedTransactions = { added: [], modified: [], removed: [] };
    for (const [order, index] of ledger().live(ledger().end()).entries()) {
      const fact = ledger().fact(index);
      ledger().modify(index, order === 0 ? { ...fact, isSparse: !fact.isSparse } : fact);
      changed.modified.push(fact.id);
    }
    tell(changed);
  }

  return {
    status,
    begin,
    ledger,
    change,
    /** Position in the change log up to which there is something to see. */
    head: (now: FeedStatus) =>
      now === 'NOT_READY' ? 0 : now === 'INITIAL_UPDATE_COMPLETE' ? ledger().history.recent : ledger().end(),
    lastUpdate: () => lastUpdate,
    /** From now on, changes of recurring payments are reported. */
    watchRecurring(): void {
      isRecurringWatched = true;
    },
    /** Notes a call for transactions. The first one of a new Item is too early, but may say how many days it wants. */
    enter(days: number | undefined, isSync = false): FeedStatus {
      const isFirst = !isAsked;
      const isFirstSync = isSync && !isSynced;
      isAsked = true;
      isSynced ||= isSync;
      if (isFirst && days !== undefined) {
        window = { days };
        made = undefined;
        pending.clear();
      }
      begin();
      const isEarly = isFirst && !settings.readyAtOnce && sinceStart() < tooEarlyMs;
      const now = isEarly ? 'NOT_READY' : status();
      if (isFirstSync) clock.schedule(0, announce);
      return now;
    },
    refresh(): void {
      const apply = () => {
        if (status() === 'NOT_READY') return; // the first pull will bring it
        if (profile.isDynamic) change({ posted: pending.size, added: draw().int(3, 6), modified: 1 });
        else resend();
      };
      if (settings.refreshAfterMs > 0) clock.schedule(settings.refreshAfterMs, apply);
      else apply();
    },
    create(transactions: readonly CustomTransaction[]): void {
      ledger();
      const today = dayOf(clock.now());
      const account = plan.accounts()[0] as Account;
      const added = transactions.map((each) =>
        add({
          id: opaqueId(draw()),
          account,
          day: parseDay(each.date_posted),
          second: 43_200,
          amount: each.amount,
          description: each.description,
          ...(each.iso_currency_code && { currency: each.iso_currency_code }),
          isUnofficial: false,
          isSparse: false,
          isPending: parseDay(each.date_posted) > today,
          pendingId: null,
        }),
      );
      tell({ added, modified: [], removed: [] });
    },
    /** Changes one transaction while another client is paging. */
    mutate(): void {
      isWhole = true;
      modifyOne();
    },
  };
}
