import type { World } from '../data/world.ts';
import type { Settings } from '../options.ts';
import type { Tokens } from '../sign-in/tokens.ts';
import type { EventType } from './types.ts';

type Condition = Readonly<Record<string, string>>;

/** Creates the checks of whether the app may be notified of an event, by the user it concerns or a moderator. */
export function createAuthorization(settings: Settings, tokens: Tokens, world: World) {
  const hasGranted = (userId: string | undefined, scopes: readonly string[]) =>
    scopes.some((scope) => tokens.grantedBy(userId ?? '')?.includes(scope));

  return {
    /**
     * Whether the app has been granted all that the type needs, and the named moderator is one.
     *
     * @param userId The user who subscribes over WebSocket, only to what they may see themselves. Undefined for the
     * app.
     */
    allows({ scopes, authorizers, bot, ownClient }: EventType, condition: Condition, userId?: string): boolean {
      if (ownClient && condition[ownClient] !== settings.clientId) return false;
      const { broadcaster_user_id: broadcasterId = '', moderator_user_id: moderatorId, user_id: readerId } = condition;
      const authorizer = authorizers.find((name) => condition[name]);
      if (authorizer && !scopes.every((group) => hasGranted(condition[authorizer], group))) return false;
      if (userId !== undefined && authorizer && condition[authorizer] !== userId) return false;
      if (moderatorId && !world.roles().moderates(moderatorId, broadcasterId)) return false;
      if (userId !== undefined) return true; // the rules for bots apply to app tokens
      if (bot && !hasGranted(readerId, ['user:bot'])) return false;
      if (bot === 'room')
        return hasGranted(broadcasterId, ['channel:bot']) || world.roles().moderates(readerId ?? '', broadcasterId);
      return true;
    },
    /**
     * Returns 0 if the type needs scopes, a user in the condition has authorized the app, or no user is named;
     * otherwise 1.
     */
    costOf({ scopes }: EventType, condition: Condition): number {
      const users = Object.entries(condition).flatMap(([name, value]) => (isUserMember(name) && value ? [value] : []));
      const isKnown = users.length === 0 || users.some((id) => tokens.grantedBy(id) !== undefined);
      return scopes.length > 0 || isKnown ? 0 : 1;
    },
  };
}

export type Authorization = ReturnType<typeof createAuthorization>;

/** Whether a member of a condition names a user. */
export function isUserMember(name: string): boolean {
  return name.endsWith('user_id') || name === 'broadcaster_id';
}
