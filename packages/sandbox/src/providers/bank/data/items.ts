import type { GivenToken, SandboxContext } from '../../../shared/context.ts';
import { lazy } from '../../../shared/lazy.ts';
import type { Random } from '../../../shared/random.ts';
import { type BankError, bankError, refuse } from '../errors.ts';
import { opaqueId, uuid } from '../ids.ts';
import type { Settings } from '../options.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { onlyAccounts } from './consent.ts';
import type { Institutions } from './institutions.ts';
import { Item, type ItemSpec } from './item.ts';
import { dynamicProfile } from './profiles.ts';

/** Returns the access tokens of the Items that are linked from the start. */
export const prelinkedTokens = ({ random }: SandboxContext): [string, string] => {
  const draw = random('access-tokens');
  return [accessToken(draw), accessToken(draw)];
};

const accessToken = (draw: Random) => `access-sandbox-${uuid(draw)}`;

/** Creates the store of the sandbox's Items, by access token. */
export function createItems(
  context: SandboxContext,
  settings: Settings,
  institutions: Institutions,
  webhooks: Webhooks,
) {
  const { clock, random, startedAt } = context;
  const tokens = random('new-access-tokens');
  const items = new Map<string, Item | 'removed'>();
  const everMade: Item[] = [];
  const applicationId = opaqueId(random('application'));

  const isLinked = (item: Item) => items.get(item.accessToken) === item;

  function create(spec: ItemSpec, token = accessToken(tokens), prelinkedAt?: number): Item {
    const scope = `items/${everMade.length + 1}`;
    const origin = { context, settings, webhooks, applicationId, scope, accessToken: token, prelinkedAt, isLinked };
    const item = new Item(spec, origin);
    items.set(token, item);
    everMade.push(item);
    item.consent.log(spec.origin ?? 'ITEM_CREATE');
    if (spec.choice) item.consent.restrict(onlyAccounts(spec.choice.accounts, spec.choice.ids));
    return item;
  }

  const prelink = lazy(() => {
    const [first, second] = prelinkedTokens(context);
    const products = ['transactions', 'auth', 'identity'];
    for (const [token, institutionId] of [
      [first, 'ins_109508'],
      [second, 'ins_109511'],
    ] as const) {
      const institution = institutions.find(institutionId) ?? refuse('INVALID_INSTITUTION');
      create({ institution, profile: dynamicProfile, products, window: { days: 730 } }, token, startedAt);
    }
  });

  return {
    create(spec: ItemSpec): Item {
      prelink();
      return create(spec);
    },
    /**
     * Returns an access token's Item. Refuses tokens that were never issued, were rotated, or whose Item was removed.
     */
    find(token: string): Item {
      prelink();
      const item = items.get(token) ?? refuse('INVALID_ACCESS_TOKEN');
      return item === 'removed' ? refuse('ITEM_NOT_FOUND') : item;
    },
    /** Returns the Item of an access token or an `item_id`. */
    findByEither(target: string): Item {
      prelink();
      const item = everMade.find(({ id }) => id === target);
      if (!item) return this.find(target);
      return isLinked(item) ? item : refuse('ITEM_NOT_FOUND');
    },
    /** Replaces the access token. The old one stops working immediately. */
    rotate(item: Item): string {
      items.delete(item.accessToken);
      item.accessToken = accessToken(tokens);
      item.accessTokenAt = clock.now();
      items.set(item.accessToken, item);
      return item.accessToken;
    },
    remove(item: Item): void {
      item.consent.log('ITEM_REMOVE');
      items.set(item.accessToken, 'removed');
    },
    /** Returns every Item ever created, oldest first. */
    everMade(): readonly Item[] {
      prelink();
      return everMade;
    },
    /** Returns every Item that was not removed, oldest first. */
    linked(): readonly Item[] {
      prelink();
      return everMade.filter((item) => isLinked(item));
    },
    /** Returns the access tokens of the linked Items. Does not create the Items that are linked from the start. */
    tokens(): GivenToken[] {
      if (everMade.length === 0)
        return prelinkedTokens(context).map((value) => ({ kind: 'access', value, givenAt: startedAt }));
      return everMade
        .filter((item) => isLinked(item))
        .map(({ accessToken: value, accessTokenAt: givenAt, userId: user, error }) => {
          return { kind: 'access', value, givenAt, user, problem: error?.error_code };
        });
    },
    isRemoved: (item: Item) => !isLinked(item),
    /** Returns the error that currently makes an Item's data unavailable, if any. */
    problem(item: Item): BankError | undefined {
      if (!isLinked(item)) return bankError('ITEM_NOT_FOUND');
      return item.error ?? (item.institution.health === 'DOWN' ? bankError('INSTITUTION_DOWN') : undefined);
    },
  };
}

export type Items = ReturnType<typeof createItems>;
