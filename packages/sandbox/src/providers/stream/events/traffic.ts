import type { SandboxContext } from '../../../shared/context.ts';
import type { ChatMessage } from '../data/chat-rooms.ts';
import { uuid } from '../data/values.ts';
import type { World } from '../data/world.ts';

/** Traffic from a channel's viewers. */
export interface TrafficOptions {
  /** ID of the channel's user. Default: the most popular channel. */
  broadcasterId?: string | undefined;
  /** Events per minute of the sandbox's time, on average; above 0. Default 60. */
  perMinute?: number | undefined;
}

const texts = ['hello', 'LUL', 'what a play', 'first time here', 'good luck!', 'how long is this run?', 'gg', 'brb'];

/** The type of chat messages. */
export const chatMessage = 'channel.chat.message';

/** Of ten events, seven are chat messages. */
const kinds = [...Array<string>(7).fill(chatMessage), 'channel.follow', 'channel.cheer', 'channel.subscribe'];

/** A viewer's message. Its ID is created on first use, because nobody asks for the IDs of a million messages. */
class ViewerMessage implements ChatMessage {
  readonly broadcasterId: string;
  readonly senderId: string;
  readonly text: string;
  readonly sentAt: number;
  readonly #number: number;
  readonly #random: SandboxContext['random'];
  #id: string | undefined;

  constructor(draft: Omit<ChatMessage, 'id'>, number: number, random: SandboxContext['random']) {
    this.broadcasterId = draft.broadcasterId;
    this.senderId = draft.senderId;
    this.text = draft.text;
    this.sentAt = draft.sentAt;
    this.#number = number;
    this.#random = random;
  }

  get id(): string {
    this.#id ??= uuid(this.#random(`eventsub viewers ${this.#number}`));
    return this.#id;
  }
}

/** Creates the control that makes viewers chat, follow, cheer and subscribe. */
export function createTraffic(
  { clock, random }: Pick<SandboxContext, 'clock' | 'random'>,
  world: World,
  {
    takes,
    fire,
  }: {
    /** Whether anyone has subscribed to a type. */
    takes(type: string): boolean;
    fire(type: string, event: object, subject: Readonly<Record<string, string>>): void;
  },
): (options?: TrafficOptions) => () => void {
  let messages = 0;
  return ({ broadcasterId: given, perMinute = 60 } = {}) => {
    if (!(perMinute > 0)) throw new RangeError(`perMinute must be above 0; got ${perMinute}`);
    const draw = random('eventsub viewers');
    const { all, byId } = world.users();
    const broadcasterId = given ?? all[0]?.id ?? '';
    if (!byId.has(broadcasterId)) throw new RangeError(`the sandbox has no user ${given}`);
    const subject = { broadcaster_user_id: broadcasterId };

    function write(senderId: string, text: string, sentAt: number): void {
      messages += 1;
      const message = new ViewerMessage({ broadcasterId, senderId, text, sentAt }, messages, random);
      if (!takes(chatMessage)) {
        world.chat().store(message);
        return;
      }
      const fragments = [{ type: 'text', text, cheermote: null, emote: null, mention: null }];
      const event = { ...world.named('chatter_user', senderId), message_id: message.id, message: { text, fragments } };
      fire(chatMessage, event, subject);
    }

    /** Lets one viewer do something. Events without subscriptions are not created, because there are many. */
    function act(at: number): void {
      const { id } = draw.pick(all);
      const kind = draw.pick(kinds);
      const text = draw.pick(texts);
      if (kind === chatMessage) write(id, text, at);
      else if (takes(kind)) fire(kind, world.named('user', id), subject);
    }

    return repeat(clock, () => (60_000 / perMinute) * (0.5 + draw.float()), act);
  };
}

/** Calls `act` again and again, each time after a pause in milliseconds. Returns a function that ends this. */
function repeat(clock: SandboxContext['clock'], pause: () => number, act: (at: number) => void): () => void {
  let cancel = () => {};
  let dueAt = clock.now();
  const next = () => {
    dueAt += pause();
    return dueAt;
  };
  const wait = () => {
    // Wait from the due time, so that moving the clock ahead does not silence the viewers.
    cancel = clock.schedule(Math.max(0, dueAt - clock.now()), () => {
      // Do everything that is due in one job, because a day has many events.
      const until = clock.now();
      do act(Math.floor(dueAt));
      while (next() <= until);
      wait();
    });
  };
  next();
  wait();
  return () => cancel();
}
