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
