import type { Clock } from '../../../shared/clock.ts';
import type { Random } from '../../../shared/random.ts';
import { opaqueId } from '../ids.ts';
import type { Settings } from '../options.ts';
import type { Account } from './accounts.ts';
import { createCustomHistory } from './custom-history.ts';
import { dayOf, parseDay } from './days.ts';
import type {
  ChangedTransactions,
  CustomTransaction,
  FeedPlan,
  FeedStatus,
  HistoryWindow,
  TransactionChanges,
} from './feed-plan.ts';
import { createHistory, type Fact, makeFact } from './history.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { Profile } from './profiles.ts';
import { bankData } from './source.ts';

const dayMs = 86_400_000;

/** Milliseconds after linking during which a first call is always too early. */
const tooEarlyMs = 5_000;

/** An Item's transactions: when they become available, and how they change. */
export class Feed {
  private readonly plan: FeedPlan;
  private readonly clock: Clock;
  private readonly settings: Settings;
  private readonly notify: FeedPlan['notify'];
  private readonly profile: Profile;
  private window: HistoryWindow;
  private made: Ledger | undefined;
  private startedAt: number | undefined;
  private isAsked: boolean;
  private isSynced: boolean = false;
  private isRecurringWatched: boolean = false;
  private isWhole: boolean;
  private announced: FeedStatus;
  private updatedAt: number | undefined;
  private readonly pending = new Set<number>();
  private changeRandom: Random | undefined;

  constructor(plan: FeedPlan) {
    this.plan = plan;
    const { clock, settings, notify, profile } = this.plan;
    this.clock = clock;
    this.settings = settings;
    this.notify = notify;
    this.profile = profile;
    this.window = this.plan.window;
    this.isAsked = this.plan.isOld;
    this.isWhole = this.plan.isOld || this.settings.readyAtOnce;
    this.announced = this.plan.isOld ? 'HISTORICAL_UPDATE_COMPLETE' : 'NOT_READY';
    this.updatedAt = this.plan.isOld ? this.plan.createdAt : undefined;
  }

  private draw() {
    this.changeRandom ??= this.plan.random('changes');
    return this.changeRandom;
  }

  ledger(): Ledger {
    if (this.made) return this.made;
    const lastDay = this.window.lastDate ? parseDay(this.window.lastDate) : dayOf(this.plan.createdAt);
    const firstDay = this.window.firstDate ? parseDay(this.window.firstDate) : lastDay - (this.window.days ?? 90) + 1;
    const span = Math.max(0, lastDay - firstDay + 1);
    const planned = {
      accounts: this.plan.accounts(),
      count: Math.round((this.plan.count * span) / 730),
      firstDay,
      lastDay,
      pending: this.profile.isDynamic ? 4 : 0,
      random: this.plan.random,
    };
    const { custom } = this.profile;
    const today = dayOf(this.clock.now());
    const history = custom
      ? createCustomHistory({
          ...planned,
          custom,
          today,
          until: this.window.lastDate ? lastDay : today,
          seeded: this.plan.seeded,
        })
      : createHistory(planned);
    const filled = createLedger(history);
    this.made = filled;
    for (const index of history.pending) {
      this.pending.add(index);
      const { postsOn } = filled.fact(index);
      if (postsOn !== undefined)
        this.clock.schedule(postsOn * dayMs - this.clock.now(), () => this.postOf(filled, index));
    }
    return this.made;
  }

  /** Posts a pending transaction on its day, unless it was already posted or the history was recreated. */
  private postOf(of: Ledger, index: number): void {
    if (this.made === of && this.pending.has(index))
      this.tell({ added: [this.post(index)], modified: [], removed: [of.fact(index).id] });
  }

  /** Returns the milliseconds since the history was first requested from the bank; negative before that. */
  private sinceStart() {
    return this.startedAt === undefined ? -1 : this.clock.now() - this.startedAt;
  }

  status(): FeedStatus {
    if (this.isWhole) return 'HISTORICAL_UPDATE_COMPLETE';
    const elapsed = this.sinceStart();
    if (elapsed < this.settings.readyAfterMs) return 'NOT_READY';
    return elapsed < this.settings.readyAfterMs + this.settings.historyAfterMs
      ? 'INITIAL_UPDATE_COMPLETE'
      : 'HISTORICAL_UPDATE_COMPLETE';
  }

  private notifySync() {
    const now = this.status();
    this.notify('SYNC_UPDATES_AVAILABLE', {
      initial_update_complete: now !== 'NOT_READY',
      historical_update_complete: now === 'HISTORICAL_UPDATE_COMPLETE',
    });
  }

  /** Notifies apps that use sync of a stage that was not reported yet. */
  private announce(): void {
    const now = this.status();
    if (!this.isSynced || now === this.announced) return;
    this.announced = now;
    this.notifySync();
  }

  /** Notifies apps that read recurring payments of those whose transactions changed. */
  private tellRecurring(isChanged: (id: string) => boolean): void {
    if (!this.isRecurringWatched) return;
    const streams = this.ledger()
      .history.recurring()
      .filter(({ indexes }) => indexes.some((index) => isChanged(this.ledger().fact(index).id)));
    const accountIds = new Set(streams.map(({ account }) => account.account_id));
    if (accountIds.size > 0) this.notify('RECURRING_TRANSACTIONS_UPDATE', { account_ids: [...accountIds] });
  }

  begin(): void {
    if (this.startedAt !== undefined || this.plan.isOld) return;
    this.startedAt = this.clock.now();
    const { readyAfterMs, historyAfterMs } = this.settings;
    this.clock.schedule(readyAfterMs, () => {
      this.updatedAt = this.clock.now();
      this.notify('INITIAL_UPDATE', { new_transactions: this.ledger().history.recent });
      this.announce();
    });
    this.clock.schedule(readyAfterMs + historyAfterMs, () => {
      this.updatedAt = this.clock.now();
      const { count, recent } = this.ledger().history;
      this.notify('HISTORICAL_UPDATE', { new_transactions: count - recent });
      this.tellRecurring(() => true);
      this.announce();
    });
  }

  private pickLive(): number | undefined {
    const { size, isLive } = this.ledger();
    for (let attempt = 0; attempt < 100 && size() > 0; attempt += 1) {
      const index = this.draw().int(0, size() - 1);
      if (isLive(index) && !this.pending.has(index)) return index;
    }
    return undefined;
  }

  private add(fact: Fact): string {
    const index = this.ledger().add(fact);
    if (fact.isPending) this.pending.add(index);
    return fact.id;
  }

  private modifyOne(): string[] {
    const index = this.pickLive();
    if (index === undefined) return [];
    const fact = this.ledger().fact(index);
    const description = `${fact.description.replace(/ REF \d+$/, '')} REF ${this.draw().int(100_000, 999_999)}`;
    this.ledger().modify(index, { ...fact, description });
    return [fact.id];
  }

  private removeIndex(index: number): string {
    this.pending.delete(index);
    this.ledger().remove(index);
    return this.ledger().fact(index).id;
  }

  /** Replaces a pending transaction with its posted one, and returns the new ID. */
  private post(index: number): string {
    const { postsOn, ...fact } = this.ledger().fact(index);
    this.removeIndex(index);
    return this.add({
      ...fact,
      id: opaqueId(this.draw()),
      day: postsOn ?? fact.day,
      isPending: false,
      pendingId: fact.id,
    });
  }

  private newPending(): Fact {
    const shops = bankData.merchants.filter(({ channel }) => channel === 'in store');
    const accounts = this.plan.accounts();
    const ofType = (wanted: Account['type']) => accounts.find(({ type }) => type === wanted);
    const account = (ofType('credit') ?? ofType('depository') ?? accounts[0]) as Account;
    return makeFact(this.draw(), { day: dayOf(this.clock.now()), merchant: this.draw().pick(shops) }, account, true);
  }

  private tell(changed: ChangedTransactions): ChangedTransactions {
    this.isWhole = true;
    this.announced = 'HISTORICAL_UPDATE_COMPLETE';
    this.updatedAt = this.clock.now();
    if (this.isSynced) this.notifySync();
    this.notify('DEFAULT_UPDATE', { new_transactions: changed.added.length });
    if (changed.removed.length > 0) this.notify('TRANSACTIONS_REMOVED', { removed_transactions: changed.removed });
    const touched = new Set([...changed.modified, ...changed.removed]);
    this.tellRecurring((id) => touched.has(id));
    return changed;
  }

  change({ added = 0, posted = 0, modified = 0, removed = 0 }: TransactionChanges): ChangedTransactions {
    this.ledger();
    const changed: ChangedTransactions = { added: [], modified: [], removed: [] };
    for (const index of [...this.pending].slice(0, posted)) {
      changed.removed.push(this.ledger().fact(index).id);
      changed.added.push(this.post(index));
    }
    for (let each = 0; each < modified; each += 1) changed.modified.push(...this.modifyOne());
    for (let each = 0; each < removed; each += 1) {
      const index = this.pickLive();
      if (index !== undefined) changed.removed.push(this.removeIndex(index));
    }
    for (let each = 0; each < added; each += 1) changed.added.push(this.add(this.newPending()));
    return this.tell(changed);
  }

  /** Reports a static history as modified again, although nearly all of it stays the same. */
  private resend(): void {
    const changed: ChangedTransactions = { added: [], modified: [], removed: [] };
    for (const [order, index] of this.ledger().live(this.ledger().end()).entries()) {
      const fact = this.ledger().fact(index);
      this.ledger().modify(index, order === 0 ? { ...fact, isSparse: !fact.isSparse } : fact);
      changed.modified.push(fact.id);
    }
    this.tell(changed);
  }

  /** Returns the position up to which the change log is visible. */
  head(now: FeedStatus) {
    return now === 'NOT_READY'
      ? 0
      : now === 'INITIAL_UPDATE_COMPLETE'
        ? this.ledger().history.recent
        : this.ledger().end();
  }

  lastUpdate() {
    return this.updatedAt;
  }

  /** Starts to report changes of recurring payments. */
  watchRecurring(): void {
    this.isRecurringWatched = true;
  }

  /** Records a call for transactions. A new Item's first call is too early, but can set the number of days. */
  enter(days: number | undefined, isSync = false): FeedStatus {
    const isFirst = !this.isAsked;
    const isFirstSync = isSync && !this.isSynced;
    this.isAsked = true;
    this.isSynced ||= isSync;
    if (isFirst && days !== undefined) {
      this.window = { days };
      this.made = undefined;
      this.pending.clear();
    }
    this.begin();
    const isEarly = isFirst && !this.settings.readyAtOnce && this.sinceStart() < tooEarlyMs;
    const now = isEarly ? 'NOT_READY' : this.status();
    if (isFirstSync) this.clock.schedule(0, () => this.announce());
    return now;
  }

  refresh(): void {
    const apply = () => {
      if (this.status() === 'NOT_READY') return; // the first pull will include it
      if (this.profile.isDynamic) this.change({ posted: this.pending.size, added: this.draw().int(3, 6), modified: 1 });
      else this.resend();
    };
    if (this.settings.refreshAfterMs > 0) this.clock.schedule(this.settings.refreshAfterMs, apply);
    else apply();
  }

  create(transactions: readonly CustomTransaction[]): void {
    this.ledger();
    const account = this.plan.accounts()[0] as Account;
    const added = transactions.map((each) =>
      this.add({
        id: opaqueId(this.draw()),
        account,
        day: parseDay(each.date_posted),
        second: 43_200,
        amount: each.amount,
        description: each.description,
        ...(each.iso_currency_code && { currency: each.iso_currency_code }),
        isUnofficial: false,
        isSparse: false,
        isPending: false,
        pendingId: null,
      }),
    );
    this.tell({ added, modified: [], removed: [] });
  }

  /** Changes one transaction while another client is paging. */
  mutate(): void {
    this.isWhole = true;
    this.modifyOne();
  }
}
