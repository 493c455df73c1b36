import { lazy } from '../../../shared/lazy.ts';
import type { Base } from './base.ts';
import data from './stream.json' with { type: 'json' };
import { perKey, timestamp, uuid } from './values.ts';

/** Categories that AutoMod can look for. */
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

/** A channel's AutoMod levels, from 0 (off) to 4. The overall one is null if the others were set one by one. */
export type AutomodSettings = Readonly<Record<(typeof automodCategories)[number], number>> & {
  readonly overall_level: number | null;
};

/** A word or phrase that a channel blocks. `*` at either end matches anything. */
export interface BlockedTerm {
  readonly id: string;
  readonly text: string;
}

/** Reason why a message is held, and its place in the message. */
export interface Finding {
  readonly start: number;
  readonly end: number;
  readonly category?: string;
  readonly level?: number;
  readonly term?: BlockedTerm;
}

/** Treatment of a user whom a channel does not trust. */
export type Treatment = 'ACTIVE_MONITORING' | 'RESTRICTED';

/** A request to end a ban, as the API returns it. */
type UnbanRequest = ReturnType<typeof createRequest>;

/** Moderation of channels: AutoMod, bans, warnings, shields. */
export type Moderation = ReturnType<typeof createModeration>;

/**
 * Returns the levels that an overall level stands for. Bullying follows one level later, and only the last level
 * filters swearing.
 */
export function overallSettings(level: number): AutomodSettings {
  const each = Object.fromEntries(automodCategories.map((category) => [category, level])) as AutomodSettings;
  return { ...each, bullying: Math.max(0, level - 1), swearing: level === 4 ? 1 : 0, overall_level: level };
}

/** Finds `term` as whole words, ignoring case. A `*` at its start or end lets the word continue there. */
function find(text: string, term: string): { start: number; end: number } | undefined {
  const body = term.replace(/^\*|\*$/g, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const opening = term.startsWith('*') ? '[\\p{L}\\p{N}_]*' : '(?<![\\p{L}\\p{N}_])';
  const ending = term.endsWith('*') ? '[\\p{L}\\p{N}_]*' : '(?![\\p{L}\\p{N}_])';
  const match = new RegExp(opening + body + ending, 'iu').exec(text);
  return match ? { start: match.index, end: match.index + match[0].length - 1 } : undefined;
}

/** Creates AutoMod, which is off in every channel at first. */
function createAutomod({ random, now, named, publish, moderate }: Base) {
  const draw = random('blocked terms');
  const settings = perKey((_broadcasterId): AutomodSettings => ({ ...overallSettings(0), overall_level: null }));
  /** The latest first. */
  const terms = perKey((_broadcasterId): BlockedTerm[] => []);

  function publishTerm(broadcasterId: string, moderatorId: string, action: 'add' | 'remove', text: string): void {
    const change = { from_automod: false, terms: [text] };
    const event = { ...named('moderator_user', moderatorId), action: `${action}_blocked`, ...change };
    publish(broadcasterId, 'automod.terms.update', event);
    const details = { automod_terms: { action, list: 'blocked', ...change } };
    moderate(broadcasterId, moderatorId, `${action}_blocked_term`, details);
  }

  return {
    settings,
    configure(broadcasterId: string, moderatorId: string, wanted: AutomodSettings): void {
      settings.set(broadcasterId, wanted);
      publish(broadcasterId, 'automod.settings.update', { ...named('moderator_user', moderatorId), ...wanted });
    },
    terms,
    block(broadcasterId: string, moderatorId: string, text: string): BlockedTerm {
      const known = terms(broadcasterId).find((term) => term.text === text);
      if (known) return known;
      const at = timestamp(now());
      const id = uuid(draw);
      const times = { created_at: at, updated_at: at, expires_at: null };
      const term = { broadcaster_id: broadcasterId, id, moderator_id: moderatorId, text, ...times };
      terms(broadcasterId).unshift(term);
      publishTerm(broadcasterId, moderatorId, 'add', text);
      return term;
    },
    unblock(broadcasterId: string, moderatorId: string, id: string): void {
      const term = terms(broadcasterId).find((each) => each.id === id);
      if (!term) return;
      const others = terms(broadcasterId).filter((each) => each !== term);
      terms.set(broadcasterId, others);
      publishTerm(broadcasterId, moderatorId, 'remove', term.text);
    },
    /** Returns the reason to hold a message, if any. Blocked terms come first. */
    check(broadcasterId: string, text: string): Finding | undefined {
      for (const term of terms(broadcasterId)) {
        const place = find(text, term.text);
        if (place) return { ...place, term };
      }
      const levels: Readonly<Record<string, number | null>> = settings(broadcasterId);
      for (const { category, level, word } of data.heldWords) {
        const place = (levels[category] ?? 0) >= level ? find(text, word) : undefined;
        if (place) return { ...place, category, level };
      }
      return undefined;
    },
  };
}

const createBan = ({ named, now }: Base, userId: string, moderatorId: string, reason: string, expires_at: string) => ({
  ...named('user', userId),
  expires_at,
  created_at: timestamp(now()),
  reason,
  ...named('moderator', moderatorId),
});

const createRequest = ({ named, now }: Base, id: string, broadcasterId: string, userId: string, text: string) => ({
  id,
  ...named('broadcaster', broadcasterId),
  ...named('moderator', ''),
  ...named('user', userId),
  text,
  status: 'pending' as 'pending' | 'approved' | 'denied' | 'canceled',
  created_at: timestamp(now()),
  resolved_at: null as string | null,
  resolution_text: null as string | null,
});

/** Creates the register of bans and unban requests. Nobody is banned at first. */
function createBans(base: Base) {
  const { random, now, named, publish, moderate } = base;
  const draw = random('unban requests');
  /** As the API returns them, the latest first. */
  const listed = perKey((_broadcasterId): ReturnType<typeof createBan>[] => []);
  const requests = perKey((_broadcasterId): UnbanRequest[] => []);

  /** Returns a channel's active bans. */
  const of = (broadcasterId: string) =>
    listed(broadcasterId).filter(({ expires_at }) => !expires_at || Date.parse(expires_at) > now());
  const without = (broadcasterId: string, userId: string) => of(broadcasterId).filter((ban) => ban.user_id !== userId);

  const bans = {
    of,
    find: (broadcasterId: string, userId: string) => of(broadcasterId).find((ban) => ban.user_id === userId),
    /** Bans a user, or times them out if `seconds` is given. Replaces an active timeout. */
    add(broadcasterId: string, moderatorId: string, userId: string, reason: string, seconds?: number) {
      const expires = seconds === undefined ? null : timestamp(now() + seconds * 1000);
      const ban = createBan(base, userId, moderatorId, reason, expires ?? '');
      listed.set(broadcasterId, [ban, ...without(broadcasterId, userId)]);
      const user = named('user', userId);
      publish(broadcasterId, 'channel.ban', {
        ...user,
        ...named('moderator_user', moderatorId),
        reason,
        banned_at: ban.created_at,
        ends_at: expires,
        is_permanent: expires === null,
      });
      if (expires === null) moderate(broadcasterId, moderatorId, 'ban', { ban: { ...user, reason } });
      else moderate(broadcasterId, moderatorId, 'timeout', { timeout: { ...user, reason, expires_at: expires } });
      return { user_id: userId, created_at: ban.created_at, end_time: expires };
    },
    /** Ends a ban, which cancels the user's pending request. */
    remove(broadcasterId: string, moderatorId: string, userId: string): void {
      const action = bans.find(broadcasterId, userId)?.expires_at ? 'untimeout' : 'unban';
      listed.set(broadcasterId, without(broadcasterId, userId));
      const user = named('user', userId);
      publish(broadcasterId, 'channel.unban', { ...user, ...named('moderator_user', moderatorId) });
      moderate(broadcasterId, moderatorId, action, { [action]: user });
      for (const request of requests(broadcasterId))
        if (request.user_id === userId && request.status === 'pending') bans.resolve(request, 'canceled', moderatorId);
    },
    /** Returns a channel's unban requests, the latest first. */
    requests,
    request(broadcasterId: string, userId: string, text: string) {
      const request = createRequest(base, uuid(draw), broadcasterId, userId, text);
      requests(broadcasterId).unshift(request);
      const { id, created_at } = request;
      const event = { id, ...named('user', userId), text, created_at };
      publish(broadcasterId, 'channel.unban_request.create', event);
      return request;
    },
    resolve(
      request: UnbanRequest,
      status: 'approved' | 'denied' | 'canceled',
      moderatorId: string,
      text: string | null = null,
    ): void {
      const { id, broadcaster_id: broadcasterId, user_id: userId } = request;
      const moderator = named('moderator', moderatorId);
      Object.assign(request, { status, ...moderator, resolved_at: timestamp(now()), resolution_text: text });
      const user = named('user', userId);
      const event = { id, ...moderator, ...user, resolution_text: text ?? '', status };
      publish(broadcasterId, 'channel.unban_request.resolve', event);
      if (status === 'canceled') return;
      const is_approved = status === 'approved';
      const unban_request = { is_approved, ...user, moderator_message: text ?? '' };
      const action = is_approved ? 'approve_unban_request' : 'deny_unban_request';
      moderate(broadcasterId, moderatorId, action, { unban_request });
      if (is_approved && bans.find(broadcasterId, userId)) bans.remove(broadcasterId, moderatorId, userId);
    },
  };
  return bans;
}

/**
 * Creates the means short of a ban: Shield Mode, warnings and treatments. At first every shield is down and everybody
 * is trusted.
 */
function createSafety({ now, named, publish, moderate }: Base) {
  /** As the API returns them. */
  const shield = perKey((_broadcasterId) => ({
    is_active: false,
    ...named('moderator', ''),
    last_activated_at: '',
  }));
  const warnings = new Set<string>();
  const treatments = new Map<string, Treatment>();
  const key = (broadcasterId: string, userId: string) => `${broadcasterId}/${userId}`;

  return {
    shield,
    /** Switches Shield Mode. Switching to the current state changes nothing. */
    switchShield(broadcasterId: string, moderatorId: string, is_active: boolean): void {
      const state = shield(broadcasterId);
      if (state.is_active === is_active) return;
      const at = timestamp(now());
      const activated = is_active && { ...named('moderator', moderatorId), last_activated_at: at };
      Object.assign(state, { ...activated, is_active });
      const [step, time] = is_active ? ['begin', 'started_at'] : ['end', 'ended_at'];
      const event = { ...named('moderator_user', moderatorId), [`${time}`]: at };
      publish(broadcasterId, `channel.shield_mode.${step}`, event);
    },
    /** Warns a user, who cannot chat until they acknowledge it. A new warning replaces an old one. */
    warn(broadcasterId: string, moderatorId: string, userId: string, reason: string): void {
      warnings.add(key(broadcasterId, userId));
      const warn = { ...named('user', userId), reason, chat_rules_cited: [] };
      publish(broadcasterId, 'channel.warning.send', { ...named('moderator_user', moderatorId), ...warn });
      moderate(broadcasterId, moderatorId, 'warn', { warn });
    },
    isWarned: (broadcasterId: string, userId: string) => warnings.has(key(broadcasterId, userId)),
    acknowledge(broadcasterId: string, userId: string): void {
      warnings.delete(key(broadcasterId, userId));
      publish(broadcasterId, 'channel.warning.acknowledge', named('user', userId));
    },
    treatment: (broadcasterId: string, userId: string) => treatments.get(key(broadcasterId, userId)),
    /** Sets a user's treatment, or ends it if `treatment` is undefined. */
    treat(broadcasterId: string, moderatorId: string, userId: string, treatment?: Treatment): void {
      if (treatment) treatments.set(key(broadcasterId, userId), treatment);
      else treatments.delete(key(broadcasterId, userId));
      publish(broadcasterId, 'channel.suspicious_user.update', {
        ...named('moderator_user', moderatorId),
        ...named('user', userId),
        low_trust_status: treatment?.toLowerCase() ?? 'none',
      });
    },
  };
}

/** Creates moderation, each part on first use. */
export function createModeration(base: Base) {
  return {
    automod: lazy(() => createAutomod(base)),
    bans: lazy(() => createBans(base)),
    safety: lazy(() => createSafety(base)),
  };
}
