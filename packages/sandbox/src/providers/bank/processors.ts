import type { GivenToken, SandboxContext } from '../../context.ts';
import { type Account, chooseAccounts } from './accounts.ts';
import { refuse } from './errors.ts';
import { uuid } from './ids.ts';
import type { Item, Items } from './items.ts';
import type { WebhookCode } from './webhook-codes.ts';
import type { Webhooks } from './webhooks.ts';

/** What a partner may do with one account of an Item. */
export interface ProcessorGrant {
  readonly item: Item;
  readonly account: Account;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Products it may use; empty for all of the Item's. */
  products: readonly string[];
  webhook: string | undefined;
}

/** Every processor token of the sandbox. */
export function createProcessors({ clock, random }: SandboxContext, items: Items, webhooks: Webhooks) {
  const draw = random('processor-tokens');
  const grants = new Map<string, ProcessorGrant>();

  function tell({ account, webhook }: ProcessorGrant, type: string, code: WebhookCode, extra: object): void {
    const { account_id } = account;
    webhooks.send(webhook, { webhook_type: type, webhook_code: code, account_id, error: null, ...extra });
  }

  return {
    create(item: Item, accountId: string): string {
      const [account] = chooseAccounts(item.accounts(), [accountId]);
      const createdAt = clock.now();
      const grant: ProcessorGrant = { item, account: account as Account, createdAt, products: [], webhook: undefined };
      const token = `processor-sandbox-${uuid(draw)}`;
      grants.set(token, grant);
      // Of the Item's webhooks those about transactions reach processors too. They name the account, not the Item.
      item.watch((type, code, extra) => {
        if (type === 'TRANSACTIONS') tell(grant, type, code, { ...extra, account_ids: undefined });
      });
      return token;
    },
    /** What a processor token stands for; refuses tokens that were never given, or whose Item is gone. */
    find(token: string): ProcessorGrant {
      const grant = grants.get(token) ?? refuse('INVALID_PROCESSOR_TOKEN');
      return items.isRemoved(grant.item) ? refuse('ITEM_NOT_FOUND') : grant;
    },
    /** Those whose Items are not gone. */
    tokens: (): GivenToken[] =>
      [...grants]
        .filter(([, { item }]) => !items.isRemoved(item))
        .map(([value, { item, createdAt: givenAt }]) => ({ kind: 'processor', value, givenAt, user: item.userId })),
    /** Sets where a processor hears about its account, and reports it there. */
    setWebhook(grant: ProcessorGrant, webhook: string | undefined): void {
      grant.webhook = webhook;
      tell(grant, 'PROCESSOR_TOKEN', 'WEBHOOK_UPDATE_ACKNOWLEDGED', { new_webhook_url: webhook });
    },
  };
}

export type Processors = ReturnType<typeof createProcessors>;
