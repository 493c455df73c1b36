import { lazy } from '../../../shared/lazy.ts';
import type { Random } from '../../../shared/random.ts';
import data from '../data/stream.json' with { type: 'json' };
import { assetHost, perKey } from '../data/values.ts';
import type { World } from '../data/world.ts';
import { type Endpoints, requireUser } from '../endpoint.ts';
import { malformed, missing, refuse } from '../errors.ts';
import type { Body } from '../request/body.ts';
import { ExtensionBackend } from './extension-backend.ts';
import { createShop } from './shop.ts';

interface Extension {
  readonly id: string;
  readonly version: string;
  readonly name: string;
  readonly types: readonly string[];
  readonly state: 'Released' | 'InTest';
}

/** A slot on a channel page and the extension in it. */
interface Slot {
  readonly active: boolean;
  readonly id?: string;
  readonly version?: string;
  readonly x?: number;
  readonly y?: number;
}

const editing = 'user:edit:broadcast';

/** Number of slots of each kind. */
const slotCounts = { panel: 3, overlay: 1, component: 2 } as const;

type SlotKind = keyof typeof slotCounts;

/** The slots of each kind, by number from 1. */
type Slots = Record<SlotKind, Record<string, Slot>>;

const kinds = Object.keys(slotCounts) as SlotKind[];
const numbers = (kind: SlotKind) => Array.from({ length: slotCounts[kind] }, (_, index) => String(index + 1));

/** Returns an extension as the API does. */
function show({ id, version, name, types, state }: Extension) {
  // Views that the extension does not have are present too, without a URL.
  const page = (view: string, type?: string) => ({
    viewer_url: type && !types.includes(type) ? '' : `https://${id}.ext.example/${id}/${version}/${view}.html`,
    can_link_external_content: false,
  });
  const icon = (size: string) => `${assetHost}/extensions/${id}/${version}/${size}.png`;
  const { can_link_external_content, ...mobile } = page('mobile', 'mobile');
  return {
    ...data.extensionDetails,
    can_install: state === 'Released',
    description: `${name} for the channel page.`,
    icon_url: icon('100x100'),
    icon_urls: { '100x100': icon('100x100'), '24x24': icon('24x24'), '300x200': icon('300x200') },
    id,
    name,
    screenshot_urls: [icon('1024x768')],
    state,
    summary: name,
    version,
    viewer_summary: `Shows ${name}.`,
    views: {
      mobile,
      panel: { ...page('panel', 'panel'), height: 300 },
      video_overlay: page('video_overlay', 'overlay'),
      component: { ...page('component', 'component'), ...data.extensionComponent },
      config: page('config'),
    },
  };
}

/**
 * Extensions: their installation on channels, their shop and their back ends. The app's own comes first in every list.
 */
export class Extensions {
  private readonly world: World;
  private readonly draw: Random;
  readonly backend: ExtensionBackend;
  readonly shop: ReturnType<typeof createShop>;
  /** Every version of every extension, the newest version of each first. */
  private readonly all = lazy((): Extension[] => {
    const own = { id: this.world.settings.clientId, name: 'Sandbox Companion', types: ['component', 'panel'] };
    const lower = '0123456789abcdefghijklmnopqrstuvwxyz';
    return [
      { ...own, version: '1.1.0', state: 'InTest' },
      { ...own, version: '1.0.0', state: 'Released' },
      ...data.extensions.map((each): Extension => ({ id: this.draw.text(30, lower), ...each, state: 'Released' })),
    ];
  });
  /** Extensions that a channel has installed. */
  private readonly installed = perKey((broadcasterId) => {
    const taste = this.world.random(`extensions/${broadcasterId}`);
    const [first, ...others] = this.released();
    const chosen = new Set(taste.sample(others, taste.int(1, 4)));
    const list = others.filter((each) => chosen.has(each));
    // The owner has the app's own extension; other channels may or may not have installed it.
    const hasOwn = broadcasterId === this.world.settings.extension.ownerId || taste.int(1, 3) === 1;
    return first && hasOwn ? [first, ...list] : list;
  });
  private readonly slotsOf = perKey((broadcasterId): Slots => {
    const made: Slots = { panel: {}, overlay: {}, component: {} };
    const other = this.installed(broadcasterId).find(({ id }) => id !== this.world.settings.clientId);
    for (const kind of other ? kinds.filter((each) => other.types.includes(each)) : []) {
      const { id = '', version = '' } = other ?? {};
      made[kind]['1'] = { active: true, id, version, ...(kind === 'component' && { x: 0, y: 0 }) };
    }
    return made;
  });
  readonly endpoints: Endpoints;
  private readonly ownEndpoints: Endpoints = {
    'GET /extensions': ({ query }) => {
      const id = query.requiredText('extension_id');
      if (!this.all().some((each) => each.id === id)) refuse(404, 'The extension was not found.');
      const found = this.find(id, query.text('extension_version'));
      return found ? [show(found)] : [];
    },
    'GET /extensions/released': ({ query }) => {
      const found = this.find(query.requiredText('extension_id'), query.text('extension_version'));
      return [found?.state === 'Released' ? show(found) : refuse(404, 'There is no such released extension.')];
    },
    'GET /extensions/live': ({ query, page }) => {
      const id = query.requiredText('extension_id');
      const live = this.world.streams().filter(({ user_id }) => this.installed(user_id).some((each) => each.id === id));
      if (live.length === 0) refuse(404, 'The extension was not found, or is in no live stream.');
      const { data: shown, pagination } = page(live, ({ user_id }) => {
        const { broadcaster_id, broadcaster_name, game_name, game_id, title } =
          this.world.channels().get(user_id) ?? refuse(404);
        return { broadcaster_id, broadcaster_name, game_name, game_id, title };
      });
      // Here, unlike anywhere else, `pagination` is the cursor itself.
      return { data: shown, pagination: pagination.cursor ?? '' };
    },
    'GET /users/extensions/list': ({ token }) => {
      const userId = token.userId ?? '';
      const active = new Set(kinds.flatMap((kind) => Object.values(this.slotsOf(userId)[kind]).map(({ id }) => id)));
      // Only callers who may change extensions see those that are not in use.
      const seen = this.installed(userId).filter(({ id }) => token.scopes.includes(editing) || active.has(id));
      return seen.map((each) => {
        const { id, version, name, types: type } = each;
        return { id, version, name, can_activate: this.canActivate(userId, each), type };
      });
    },
    'GET /users/extensions': ({ query, token }) => {
      const id = query.id('user_id') ?? token.userId ?? missing('user_id');
      requireUser(this.world, id, 'user_id');
      return this.showSlots(this.slotsOf(id));
    },
    'PUT /users/extensions': ({ body, token }) => {
      const userId = token.userId ?? '';
      const wanted = body.object('data') ?? missing('data');
      const changes = kinds.flatMap((kind) => {
        const asked = wanted.object(kind);
        return numbers(kind).flatMap((at) => {
          const slot = asked?.object(at);
          return slot ? [{ kind, at, slot: this.readSlot(userId, kind, slot) }] : [];
        });
      });
      const ids = changes.flatMap(({ slot }) => slot.id ?? []);
      if (new Set(ids).size < ids.length) malformed('data', 'an extension may be in one slot only');
      const slots = this.slotsOf(userId);
      for (const { kind, at, slot } of changes) slots[kind][at] = slot;
      return this.showSlots(slots);
    },
  };

  constructor(world: World) {
    this.world = world;
    this.draw = world.random('extensions');
    this.backend = new ExtensionBackend(world, (id, version) => this.find(id, version));
    this.shop = createShop(world);
    this.endpoints = { ...this.backend.endpoints, ...this.shop.endpoints, ...this.ownEndpoints };
  }

  private released() {
    return this.all().filter(({ state }) => state === 'Released');
  }

  /** Returns a version of an extension, by default the newest released one. */
  private find(id: string, version?: string) {
    return version === undefined
      ? this.released().find((each) => each.id === id)
      : this.all().find((each) => each.id === id && each.version === version);
  }

  /** Whether an extension may be put into a slot. The channel must have configured the app's own one. */
  private canActivate(broadcasterId: string, { id }: Extension) {
    return id !== this.world.settings.clientId || this.backend.isConfigured(broadcasterId);
  }

  private showSlot(slot: Slot | undefined) {
    return slot?.active ? { ...slot, name: this.find(slot.id ?? '', slot.version)?.name ?? '' } : { active: false };
  }

  private showSlots(slots: Slots) {
    return {
      data: Object.fromEntries(
        kinds.map((kind) => [
          kind,
          Object.fromEntries(numbers(kind).map((at) => [at, this.showSlot(slots[kind][at])])),
        ]),
      ),
    };
  }

  private readSlot(userId: string, kind: SlotKind, body: Body): Slot {
    const active = body.flag('active') ?? missing('active');
    if (!active) return { active };
    const id = body.requiredText('id');
    const version = body.requiredText('version');
    const found = this.installed(userId).find((each) => each.id === id && each.version === version);
    if (!found?.types.includes(kind)) return refuse(404, 'There is no such extension of this type and version.');
    if (!this.canActivate(userId, found)) refuse(400, 'The extension has not been configured.');
    const place = kind === 'component' ? { x: body.int('x', 0, 8000) ?? 0, y: body.int('y', 0, 5000) ?? 0 } : {};
    return { active, id, version, ...place };
  }
}
