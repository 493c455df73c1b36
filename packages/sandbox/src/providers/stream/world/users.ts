import { adjectives, nouns } from '../../../data/stream-words.ts';
import type { WorldContext } from './context.ts';
import { type User, type Users, userId } from './user.ts';
import { assetHost, indexBy, timestamp } from './values.ts';

/** Makes the users. */
export function createUsers({ random, settings, epoch }: WorldContext): Users {
  const draw = random('users');
  const keys = random('stream keys');
  const byLogin = new Map<string, User>();
  for (let rank = 0; rank < settings.users; rank += 1) {
    let name = draw.pick(adjectives) + draw.pick(nouns);
    if (byLogin.has(name.toLowerCase())) name += rank;
    const login = name.toLowerCase();
    const share = rank / settings.users;
    byLogin.set(login, {
      id: userId(rank),
      login,
      display_name: draw.int(0, 2) === 0 ? login : name,
      type: rank % 250 === 249 ? 'staff' : '',
      broadcaster_type: share < 0.1 ? 'partner' : share < 0.6 ? 'affiliate' : '',
      description: draw.int(0, 4) === 0 ? '' : `${name} streams ${draw.pick(nouns).toLowerCase()} things.`,
      profile_image_url: `${assetHost}/profile/${login}-300x300.png`,
      offline_image_url: draw.int(0, 1) === 0 ? '' : `${assetHost}/offline/${login}-1920x1080.png`,
      view_count: 0,
      email: `${login}@mail.example`,
      stream_key: `live_${userId(rank)}_${keys.text(30)}`,
      created_at: timestamp(epoch - draw.int(40 * 86_400, 3_650 * 86_400) * 1000),
    });
  }
  const all = [...byLogin.values()];
  return { all, byId: indexBy(all, (user) => user.id), byLogin };
}
