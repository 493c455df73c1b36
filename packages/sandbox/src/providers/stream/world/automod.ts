import { heldWords } from '../../../data/stream-chat.ts';
import type { WorldContext } from './context.ts';
import { named } from './named.ts';
import { publishInChannel, publishModeration } from './publish.ts';
import { timestamp, uuid } from './values.ts';

/** What AutoMod can be set to look for. */
export const automodCategories = [
  'aggression',
  'bullying',
  'disability',
  'misogyny',
  'race_ethnicity_or_religion',
  'sex_based_terms',
  'sexuality_sex_or_gender',
  'swearing',
] as const;

type Levels = Readonly<Record<(typeof automodCategories)[number], number>>;

/** A channel's AutoMod: levels from 0 (off) to 4; the overall one is null where they were set one by one. */
export interface AutomodSettings extends Levels {
  readonly overall_level: number | null;
}

/** A word or phrase that a channel does not want; `*` at an end stands for anything. */
export interface BlockedTerm {
  readonly id: string;
  readonly moderator_id: string;
  readonly text: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly expires_at: null;
}

/** Why a message is held, and where in it. */
export interface Finding {
  readonly start: number;
  readonly end: number;
  readonly category?: string;
  readonly level?: number;
  readonly term?: BlockedTerm;
}

/** What channels do not want to read. */
export interface Automod {
  settings(broadcasterId: string): AutomodSettings;
  configure(broadcasterId: string, moderatorId: string, settings: AutomodSettings): void;
  /** The latest first. */
  terms(broadcasterId: string): readonly BlockedTerm[];
  block(broadcasterId: string, moderatorId: string, text: string): BlockedTerm;
  unblock(broadcasterId: string, moderatorId: string, id: string): void;
  /** What a message would be held for; blocked terms come first. */
  check(broadcasterId: string, text: string): Finding | undefined;
}

/** The levels that an overall level stands for: bullying follows a step behind, and swearing is filtered by the last one only. */
export function overallSettings(level: number): AutomodSettings {
  const each = Object.fromEntries(automodCategories.map((category) => [category, level])) as Levels;
  return { ...each, bullying: Math.max(0, level - 1), swearing: level === 4 ? 1 : 0, overall_level: level };
}

const off: AutomodSettings = { ...overallSettings(0), overall_level: null };

/** Makes AutoMod, which is off in every channel at first. */
export function createAutomod({ random, clock, world }: WorldContext): Automod {
  const draw = random('blocked terms');
  const settings = new Map<string, AutomodSettings>();
  const terms = new Map<string, BlockedTerm[]>();
  const of = (broadcasterId: string) => terms.get(broadcasterId) ?? [];

  function publishTerm(broadcasterId: string, moderatorId: string, action: 'add' | 'remove', text: string): void {
    publishInChannel(world, broadcasterId, 'automod.terms.update', {
      ...named(world, 'moderator_user', moderatorId),
      action: `${action}_blocked`,
      from_automod: false,
      terms: [text],
    });
    publishModeration(world, broadcasterId, moderatorId, `${action}_blocked_term`, {
      automod_terms: { action, list: 'blocked', terms: [text], from_automod: false },
    });
  }

  return {
    settings: (broadcasterId) => settings.get(broadcasterId) ?? off,
    configure(broadcasterId, moderatorId, wanted) {
      settings.set(broadcasterId, wanted);
      const moderator = named(world, 'moderator_user', moderatorId);
      publishInChannel(world, broadcasterId, 'automod.settings.update', { ...moderator, ...wanted });
    },
    terms: of,
    block(broadcasterId, moderatorId, text) {
      const known = of(broadcasterId).find((term) => term.text === text);
      if (known) return known;
      const now = timestamp(clock.now());
      const id = uuid(draw);
      const term = { id, moderator_id: moderatorId, text, created_at: now, updated_at: now, expires_at: null };
      terms.set(broadcasterId, [term, ...of(broadcasterId)]);
      publishTerm(broadcasterId, moderatorId, 'add', text);
      return term;
    },
    unblock(broadcasterId, moderatorId, id) {
      const term = of(broadcasterId).find((each) => each.id === id);
      if (!term) return;
      const rest = of(broadcasterId).filter((each) => each !== term);
      terms.set(broadcasterId, rest);
      publishTerm(broadcasterId, moderatorId, 'remove', term.text);
    },
    check(broadcasterId, text) {
      for (const term of of(broadcasterId)) {
        const place = find(text, term.text);
        if (place) return { ...place, term };
      }
      const levels = settings.get(broadcasterId) ?? off;
      for (const { category, level, word } of heldWords) {
        const place = levels[category] >= level ? find(text, word) : undefined;
        if (place) return { ...place, category, level };
      }
      return undefined;
    },
  };
}

/** Finds `term` as whole words, whatever their case; a `*` at its beginning or end lets the word go on there. */
function find(text: string, term: string): { start: number; end: number } | undefined {
  const body = term.replace(/^\*|\*$/g, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const opening = term.startsWith('*') ? '[\\p{L}\\p{N}_]*' : '(?<![\\p{L}\\p{N}_])';
  const ending = term.endsWith('*') ? '[\\p{L}\\p{N}_]*' : '(?![\\p{L}\\p{N}_])';
  const match = new RegExp(opening + body + ending, 'iu').exec(text);
  return match ? { start: match.index, end: match.index + match[0].length - 1 } : undefined;
}
