import type { Clock } from '../../clock.ts';
import type { Random } from '../../random.ts';
import { uuid } from './ids.ts';
import type { IncomeSpec } from './incomes.ts';
import type { Item } from './items.ts';
import type { EndedSession, LinkToken } from './link-token.ts';
import type { Webhooks } from './webhooks.ts';

/** What a session shows of an income that was shared, by its source. */
interface SharedIncome {
  readonly bank_income_results?: readonly IncomeResult[];
  readonly payroll_income_results?: readonly IncomeResult[];
  readonly document_income_results?: object;
}

interface IncomeResult {
  readonly institution: { readonly name: string; readonly institution_id: string };
}

/** The sessions of users in Link that have ended. */
export function createLinkSessions(clock: Clock, draw: Random, webhooks: Webhooks) {
  const creditSessions = new Map<string, object[]>();

  /** The user has ended a session, which a webhook reports. Returns the id of the session. */
  function end(link: LinkToken, session: EndedSession, results: object, publicToken?: string): string {
    const { id = uuid(draw), startedAt, events, exit } = session;
    link.sessions.push({
      link_session_id: id,
      started_at: startedAt,
      finished_at: new Date(clock.now()).toISOString(),
      ...(events && { events }),
      ...(exit && { exit }),
      results: {
        item_add_results: [],
        cra_item_add_results: [],
        cra_update_results: [],
        bank_income_results: [],
        payroll_income_results: [],
        document_income_results: null,
        ...results,
      },
    });
    webhooks.send(link.webhook, {
      webhook_type: 'LINK',
      webhook_code: 'SESSION_FINISHED',
      status: exit ? 'EXITED' : 'SUCCESS',
      link_session_id: id,
      link_token: link.token,
      ...(publicToken && { public_token: publicToken, public_tokens: [publicToken] }),
    });
    return id;
  }

  /** Shows a session in which a user shared their income as the calls about income do. */
  function showCredit(userId: string, shown: CreditSession): void {
    const { id, startedAt, item, publicToken, shared } = shown;
    const { bank_income_results, payroll_income_results, ...others } = shared;
    const institution_id = item.institution.id;
    const flat = (results: readonly IncomeResult[] | undefined) =>
      results?.map(({ institution, ...result }) => ({ ...result, institution_id }));
    const sessions = creditSessions.get(userId) ?? [];
    sessions.unshift({
      link_session_id: id,
      session_start_time: startedAt,
      results: {
        item_add_results: [{ public_token: publicToken, item_id: item.id, institution_id }],
        ...(bank_income_results && { bank_income_results: flat(bank_income_results) }),
        ...(payroll_income_results && { payroll_income_results: flat(payroll_income_results) }),
        ...others,
      },
      errors: [],
    });
    creditSessions.set(userId, sessions);
  }

  return {
    end,
    showCredit,
    /** Sessions in which a user shared their income, newest first. */
    creditSessions: (userId: string): object[] => creditSessions.get(userId) ?? [],
  };
}

interface CreditSession {
  readonly id: string;
  readonly startedAt: string;
  readonly item: Item;
  readonly publicToken: string;
  readonly shared: SharedIncome;
}

/** What a user shared of their income in a session. */
export function sharedIncome({ source }: IncomeSpec, { id, institution: { id: institution_id, name } }: Item) {
  const institution = { name, institution_id };
  return {
    ...(source === 'bank' && { bank_income_results: [{ status: 'APPROVED', item_id: id, institution }] }),
    ...(source === 'payroll' && {
      payroll_income_results: [{ num_paystubs_retrieved: 2, num_w2s_retrieved: 1, institution }],
    }),
    ...(source === 'document' && {
      document_income_results: {
        num_paystubs_uploaded: 2,
        num_w2s_uploaded: 1,
        num_bank_statements_uploaded: 0,
        num_1099s_uploaded: 0,
      },
    }),
  };
}
