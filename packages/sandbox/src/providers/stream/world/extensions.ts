import { extensions as catalog, type ExtensionType } from '../../../data/stream-extras.ts';
import { type ExtensionClaims, readExtensionToken } from '../extension-token.ts';
import type { WorldContext } from './context.ts';
import { day } from './values.ts';

/** A version of an extension. */
export interface Extension {
  readonly id: string;
  readonly version: string;
  readonly name: string;
  readonly types: readonly ExtensionType[];
  readonly state: 'Released' | 'InTest';
}

/** A key for the JWTs of a back end; the times are Unix milliseconds. */
export interface Secret {
  /** Base64. */
  readonly content: string;
  readonly activeAt: number;
  expiresAt: number;
}

/** What an extension keeps for a channel, for its maker, or for all. */
export interface ConfigurationSegment {
  content: string;
  version: string;
}

/** A slot on a channel page and what is in it. */
export interface Slot {
  readonly active: boolean;
  readonly id?: string;
  readonly version?: string;
  readonly x?: number;
  readonly y?: number;
}

/** The slots of each kind, by number from 1. */
export type Slots = Record<'panel' | 'overlay' | 'component', Record<string, Slot>>;

/** Something the app's extension has said. */
export interface ExtensionMessage {
  /** Over pubsub, or in the chat room. */
  readonly by: 'pubsub' | 'chat';
  readonly targets: readonly string[];
  /** Missing for a message to all channels. */
  readonly broadcasterId?: string;
  readonly text: string;
}

/** The extensions, the app's own one first in everything. */
export interface Extensions {
  /** Every version of every extension, newer versions of one first. */
  readonly all: readonly Extension[];
  /** A version of an extension; the newest released one when none is named. */
  find(id: string, version?: string): Extension | undefined;
  /** What a channel has installed. */
  installed(broadcasterId: string): readonly Extension[];
  /** Whether it may be put into a slot; the app's own must have been configured by the channel. */
  canActivate(broadcasterId: string, extension: Extension): boolean;
  slots(broadcasterId: string): Slots;
  /** By segment, and channel where it has one. */
  readonly configurations: Map<string, ConfigurationSegment>;
  /** What versions demand of channels, by channel. */
  readonly required: Map<string, { readonly version: string; readonly text: string }>;
  readonly secrets: Secret[];
  addSecret(delayMs: number): void;
  /** The claims of a JWT signed with a secret that is in service. */
  read(jwt: string): ExtensionClaims | undefined;
  /** Oldest first. */
  readonly messages: ExtensionMessage[];
}

const hour = 3_600_000;

/** Makes the extensions, and lets every channel have installed some. */
export function createExtensions({ random, settings, world, epoch }: WorldContext): Extensions {
  const draw = random('extensions');
  const lower = '0123456789abcdefghijklmnopqrstuvwxyz';
  const own = { id: settings.clientId, name: 'Sandbox Companion', types: ['component', 'panel'] as const };
  const all: Extension[] = [
    { ...own, version: '1.1.0', state: 'InTest' },
    { ...own, version: '1.0.0', state: 'Released' },
    ...catalog.map((each): Extension => ({ id: draw.text(30, lower), ...each, state: 'Released' })),
  ];
  const released = all.filter((each) => each.state === 'Released');
  const installed = new Map<string, Extension[]>();
  const slots = new Map<string, Slots>();
  const configurations = new Map<string, ConfigurationSegment>([['global', { content: '', version: '' }]]);
  const required = new Map<string, { version: string; text: string }>();
  const secrets: Secret[] = [
    { content: settings.extension.secret, activeAt: epoch - 30 * day, expiresAt: epoch + 36_500 * day },
  ];

  function installedBy(broadcasterId: string): Extension[] {
    const known = installed.get(broadcasterId);
    if (known) return known;
    const taste = random(`extensions/${broadcasterId}`);
    const [first, ...others] = released;
    const chosen = new Set(taste.sample(others, taste.int(1, 4)));
    const list = others.filter((each) => chosen.has(each));
    // The owner tests the app's own; every other channel may or may not have found it.
    const hasOwn = broadcasterId === settings.extension.ownerId || taste.int(1, 3) === 1;
    if (first && hasOwn) list.unshift(first);
    installed.set(broadcasterId, list);
    return list;
  }

  return {
    all,
    find: (id, version) =>
      version === undefined
        ? released.find((each) => each.id === id)
        : all.find((each) => each.id === id && each.version === version),
    installed: installedBy,
    canActivate: (broadcasterId, extension) =>
      extension.id !== own.id || required.has(broadcasterId) || configurations.has(`broadcaster/${broadcasterId}`),
    slots(broadcasterId) {
      const known = slots.get(broadcasterId);
      if (known) return known;
      const made: Slots = { panel: {}, overlay: {}, component: {} };
      const other = installedBy(broadcasterId).find((each) => each.id !== own.id);
      for (const type of ['panel', 'overlay', 'component'] as const) {
        const fits = other?.types.includes(type);
        if (other && fits) {
          const { id, version } = other;
          made[type]['1'] = { active: true, id, version, ...(type === 'component' && { x: 0, y: 0 }) };
        }
      }
      slots.set(broadcasterId, made);
      return made;
    },
    configurations,
    required,
    secrets,
    addSecret(delayMs) {
      const activeAt = world.now() + delayMs;
      // Tokens signed just before the change still have an hour.
      for (const secret of secrets) secret.expiresAt = Math.min(secret.expiresAt, activeAt + hour);
      const content = Buffer.from(draw.text(32)).toString('base64');
      secrets.push({ content, activeAt, expiresAt: activeAt + 36_500 * day });
    },
    read(jwt) {
      const now = world.now();
      const valid = secrets.filter(({ activeAt, expiresAt }) => activeAt <= now && expiresAt > now);
      return readExtensionToken(
        jwt,
        valid.map(({ content }) => content),
        now,
      );
    },
    messages: [],
  };
}
