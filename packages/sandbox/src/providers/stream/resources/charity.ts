import { type Call, type Endpoint, requireOwnId } from '../endpoint.ts';
import { refuse } from '../refusal.ts';
import { showMoney } from '../world/charity.ts';
import { named } from '../world/named.ts';
import type { World } from '../world/world.ts';

/** Charity campaigns and what they collect. */
export function charityEndpoints(world: World): Endpoint[] {
  const rules = { method: 'GET', token: 'user', scopes: ['channel:read:charity'] } as const;

  function campaign(call: Call) {
    const id = requireOwnId(call, 'broadcaster_id');
    if (!world.users().byId.get(id)?.broadcaster_type) refuse(403, 'The broadcaster is not a partner or affiliate.');
    return { id, running: world.charity().of(id) };
  }

  return [
    {
      ...rules,
      path: '/charity/campaigns',
      answer(call) {
        const { id, running } = campaign(call);
        if (!running) return { data: [] };
        return { data: [{ id: running.id, ...named(world, 'broadcaster', id), ...showMoney(running) }] };
      },
    },
    {
      ...rules,
      path: '/charity/donations',
      answer: (call) => call.page(campaign(call).running?.donations ?? []),
    },
  ];
}
