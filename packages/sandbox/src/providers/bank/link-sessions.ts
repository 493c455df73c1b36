import type { Clock } from '../../clock.ts';
import type { Random } from '../../random.ts';
import { uuid } from './ids.ts';
import type { IncomeSpec } from './incomes.ts';
import type { Item } from './items.ts';
import type { EndedSession, LinkToken } from './link-token.ts';
import type { Webhooks } from './webhooks.ts';

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
  function showCredit(userId: string, { id, startedAt, item, publicToken, source }: CreditSession): void {
    const named = { institution_id: item.institution.id };
    const item_add_results = [{ public_token: publicToken, item_id: item.id, ...named }];
    const shown = {
      link_session_id: id,
      session_start_time: startedAt,
      results: { item_add_results, ...(source && sharedIncome(source, item, named)) },
      errors: [],
    };
    creditSessions.set(userId, [shown, ...(creditSessions.get(userId) ?? [])]);
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
  readonly source: IncomeSpec['source'] | undefined;
}

/** What a user shared of their income in a session; `named` is how the response names the institution. */
export const sharedIncome = (source: IncomeSpec['source'], { id }: Item, named: object): object =>
  ({
    bank: { bank_income_results: [{ status: 'APPROVED', item_id: id, ...named }] },
    payroll: { payroll_income_results: [{ num_paystubs_retrieved: 2, num_w2s_retrieved: 1, ...named }] },
    document: {
      document_income_results: {
        num_paystubs_uploaded: 2,
        num_w2s_uploaded: 1,
        num_bank_statements_uploaded: 0,
        num_1099s_uploaded: 0,
      },
    },
  })[source];
