import type { Body } from '../body.ts';
import type { Endpoint } from '../endpoint.ts';
import { malformed, missing, refuse } from '../refusal.ts';
import type { Slot, Slots } from '../world/extensions.ts';
import type { World } from '../world/world.ts';
import { requireUser } from './moderated.ts';

const editing = 'user:edit:broadcast';

/** How many slots there are of each kind. */
const slotCounts = { panel: 3, overlay: 1, component: 2 } as const;

type SlotKind = keyof typeof slotCounts;

const kinds = Object.keys(slotCounts) as SlotKind[];

/** Extensions that channels have installed, and where they show them. */
export function userExtensionEndpoints(world: World): Endpoint[] {
  const numbers = (kind: SlotKind) => Array.from({ length: slotCounts[kind] }, (_, index) => String(index + 1));

  const showSlot = (slot: Slot | undefined) =>
    slot?.active
      ? { ...slot, name: world.extensions().find(slot.id ?? '', slot.version)?.name ?? '' }
      : { active: false };
  const show = (slots: Slots) =>
    Object.fromEntries(
      kinds.map((kind) => [kind, Object.fromEntries(numbers(kind).map((at) => [at, showSlot(slots[kind][at])]))]),
    );

  function readSlot(userId: string, kind: SlotKind, body: Body): Slot {
    const active = body.flag('active') ?? missing('active');
    if (!active) return { active };
    const id = body.requiredText('id');
    const version = body.requiredText('version');
    const { installed, canActivate } = world.extensions();
    const found = installed(userId).find((each) => each.id === id && each.version === version);
    if (!found?.types.includes(kind)) return refuse(404, 'There is no such extension of this type and version.');
    if (!canActivate(userId, found)) refuse(400, 'The extension has not been configured.');
    const place = kind === 'component' ? { x: body.int('x', 0, 8000) ?? 0, y: body.int('y', 0, 5000) ?? 0 } : {};
    return { active, id, version, ...place };
  }

  return [
    {
      method: 'GET',
      path: '/users/extensions/list',
      token: 'user',
      scopes: ['user:read:broadcast', editing],
      answer({ token }) {
        const userId = token.userId ?? '';
        const { installed, slots, canActivate } = world.extensions();
        const active = new Set(kinds.flatMap((kind) => Object.values(slots(userId)[kind]).map(({ id }) => id)));
        // Only who may change them sees those that are not in use.
        const seen = installed(userId).filter(({ id }) => token.scopes.includes(editing) || active.has(id));
        return {
          data: seen.map((each) => ({
            id: each.id,
            version: each.version,
            name: each.name,
            can_activate: canActivate(userId, each),
            type: each.types,
          })),
        };
      },
    },
    {
      method: 'GET',
      path: '/users/extensions',
      answer({ query, token }) {
        const id = query.id('user_id') ?? token.userId ?? missing('user_id');
        requireUser(world, id, 'user_id');
        return { data: show(world.extensions().slots(id)) };
      },
    },
    {
      method: 'PUT',
      path: '/users/extensions',
      token: 'user',
      scopes: [editing],
      answer({ body, token }) {
        const userId = token.userId ?? '';
        const data = body.object('data') ?? missing('data');
        const changes = kinds.flatMap((kind) => {
          const asked = data.object(kind);
          return numbers(kind).flatMap((at) => {
            const slot = asked?.object(at);
            return slot ? [{ kind, at, slot: readSlot(userId, kind, slot) }] : [];
          });
        });
        const ids = changes.flatMap(({ slot }) => slot.id ?? []);
        if (new Set(ids).size < ids.length) malformed('data', 'an extension may be in one slot only');
        const slots = world.extensions().slots(userId);
        for (const { kind, at, slot } of changes) slots[kind][at] = slot;
        return { data: show(slots) };
      },
    },
  ];
}
