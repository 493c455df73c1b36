import { contentLabels, tags, titles } from '../../../data/stream-words.ts';
import type { WorldContext } from './context.ts';
import type { Games } from './games.ts';
import { pickEarly } from './values.ts';

/** A channel as `GET /channels` answers it; its stream shows the same title, game, language and tags. */
export interface Channel {
  readonly broadcaster_id: string;
  readonly broadcaster_login: string;
  readonly broadcaster_name: string;
  broadcaster_language: string;
  game_id: string;
  game_name: string;
  title: string;
  delay: number;
  tags: string[];
  content_classification_labels: string[];
  is_branded_content: boolean;
}

/** Makes one channel per user. */
export function createChannels({ random, world }: WorldContext<{ games(): Games }>): Map<string, Channel> {
  const draw = random('channels');
  const games = world.games().all;
  return new Map(
    world.users().all.map((user) => {
      const voice = draw.pick(titles);
      const game = draw.int(1, 30) === 1 ? undefined : pickEarly(draw, games, 3);
      const channel: Channel = {
        broadcaster_id: user.id,
        broadcaster_login: user.login,
        broadcaster_name: user.display_name,
        broadcaster_language: voice.language,
        game_id: game?.id ?? '',
        game_name: game?.name ?? '',
        title: draw.pick(voice.titles),
        delay: user.broadcaster_type === 'partner' && draw.int(1, 4) === 1 ? draw.int(1, 30) * 5 : 0,
        tags: draw.sample(tags, draw.int(0, 5)),
        content_classification_labels: draw.int(1, 6) === 1 ? draw.sample(contentLabels, draw.int(1, 2)) : [],
        is_branded_content: draw.int(1, 20) === 1,
      };
      return [user.id, channel];
    }),
  );
}
