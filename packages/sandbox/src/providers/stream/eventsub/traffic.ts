import type { SandboxContext } from '../../../context.ts';
import type { World } from '../world/world.ts';

/** What the viewers of a channel do. */
export interface TrafficOptions {
  /** ID of the channel's user. Default: the most popular channel. */
  broadcasterId?: string | undefined;
  /** Events per minute of the sandbox's time, on average; above 0. Default 60. */
  perMinute?: number | undefined;
}

const texts = ['hello', 'LUL', 'what a play', 'first time here', 'good luck!', 'how long is this run?', 'gg', 'brb'];

/** Of ten events, seven are chat messages. */
const chat = 'channel.chat.message';
const kinds = [...Array<string>(7).fill(chat), 'channel.follow', 'channel.cheer', 'channel.subscribe'];

/** Creates the control that makes viewers chat, follow, cheer and subscribe. */
export function createTraffic(
  { clock, random }: Pick<SandboxContext, 'clock' | 'random'>,
  world: World,
  fire: (type: string, event: object, subject: Readonly<Record<string, string>>) => void,
): (options?: TrafficOptions) => () => void {
  return ({ broadcasterId, perMinute = 60 } = {}) => {
    if (!(perMinute > 0)) throw new RangeError(`viewers takes a perMinute above 0; got ${perMinute}`);
    const draw = random('eventsub viewers');
    const { all, byId } = world.users();
    const broadcaster_user_id = broadcasterId ?? all[0]?.id ?? '';
    if (!byId.has(broadcaster_user_id)) throw new RangeError(`the sandbox has no user ${broadcasterId}`);
    let count = 0;

    function act(): void {
      const { id } = draw.pick(all);
      const kind = draw.pick(kinds);
      count += 1;
      const text = draw.pick(texts);
      const fragments = [{ type: 'text', text, cheermote: null, emote: null, mention: null }];
      const message = { message_id: `viewers-${count}`, message: { text, fragments } };
      const event = kind === chat ? { ...world.named('chatter_user', id), ...message } : world.named('user', id);
      fire(kind, event, { broadcaster_user_id });
    }

    let cancel = () => {};
    let dueAt = clock.now();
    const next = () => {
      dueAt += (60_000 / perMinute) * (0.5 + draw.float());
      // From the time that was due: a clock that is moved ahead must not make viewers silent.
      cancel = clock.schedule(Math.max(0, dueAt - clock.now()), () => {
        act();
        next();
      });
    };
    next();
    return () => cancel();
  };
}
