const byArea = {
  analytics: 'read:extensions read:games',
  bits: 'read',
  channel:
    'bot edit:commercial manage:ads manage:broadcast manage:clips manage:extensions manage:guest_star manage:moderators ' +
    'manage:polls manage:predictions manage:raids manage:redemptions manage:schedule manage:videos manage:vips moderate ' +
    'read:ads read:charity read:editors read:goals read:guest_star read:hype_train read:polls read:predictions ' +
    'read:redemptions read:stream_key read:subscriptions read:vips',
  chat: 'edit read',
  clips: 'edit',
  editor: 'manage:clips',
  moderation: 'read',
  moderator:
    'manage:announcements manage:automod manage:automod_settings manage:banned_users manage:blocked_terms ' +
    'manage:chat_messages manage:chat_settings manage:guest_star manage:shield_mode manage:shoutouts ' +
    'manage:suspicious_users manage:unban_requests manage:warnings read:automod_settings read:banned_users ' +
    'read:blocked_terms read:chat_messages read:chat_settings read:chatters read:followers read:guest_star ' +
    'read:moderators read:shield_mode read:shoutouts read:suspicious_users read:unban_requests read:vips read:warnings',
  user:
    'bot edit edit:broadcast manage:blocked_users manage:chat_color manage:whispers read:blocked_users read:broadcast ' +
    'read:chat read:email read:emotes read:follows read:moderated_channels read:subscriptions read:whispers write:chat',
};

/** Every scope that a user can grant. */
export const knownScopes: readonly string[] = Object.entries(byArea).flatMap(([area, names]) =>
  names.split(' ').map((name) => `${area}:${name}`),
);
const known = new Set([...knownScopes, 'openid']);

/** Returns the scopes of a space-separated list without duplicates. `unknown` is the first that no user can grant. */
export function readScopes(list: string): { scopes: readonly string[]; unknown: string | undefined } {
  const asked = [...new Set(list.split(' ').filter(Boolean))];
  return { scopes: asked, unknown: asked.find((scope) => !known.has(scope)) };
}

/** Scopes whose names do not tell what they allow. */
const meanings: Readonly<Record<string, string>> = {
  'analytics:read:extensions': 'see reports about your extensions',
  'analytics:read:games': 'see reports about your games',
  'bits:read': 'see who cheers with Bits in your channel',
  'channel:bot': 'join your chat as a bot',
  'channel:edit:commercial': 'run ads in your channel',
  'channel:manage:broadcast': "change your stream's title, category and tags",
  'channel:moderate': 'moderate your chat',
  'chat:edit': 'send chat messages as you',
  'chat:read': 'read chat as you',
  'clips:edit': 'create clips as you',
  'editor:manage:clips': 'manage clips in channels that you edit',
  'moderation:read': "see your channel's moderators and bans",
  openid: 'know who you are',
  'user:bot': 'join chats as a bot under your name',
  'user:edit': 'change your profile description',
  'user:edit:broadcast': "change your channel's settings",
  'user:manage:whispers': 'read and send whispers as you',
  'user:read:broadcast': "see your channel's settings",
  'user:read:chat': 'read chat as you',
  'user:read:email': 'see your email address',
  'user:read:emotes': 'see which emotes you can use',
  'user:read:follows': 'see whom you follow',
  'user:read:moderated_channels': 'see which channels you moderate',
  'user:read:subscriptions': 'see which channels you subscribe to',
  'user:write:chat': 'send chat messages as you',
  'whispers:read': 'read your whispers',
};

/** Returns what a scope lets an app do, in words that complete "the app can". */
export function describeScope(scope: string): string {
  const [area = '', verb = '', name = ''] = scope.split(':');
  const things = name.replaceAll('_', ' ').replace('automod', 'AutoMod').replace('vips', 'VIPs');
  const act = verb === 'read' ? 'see' : verb;
  if (area === 'moderator') return `${act} ${things} in channels that you moderate`;
  return meanings[scope] ?? `${act} your ${area === 'channel' ? "channel's " : ''}${things}`;
}
