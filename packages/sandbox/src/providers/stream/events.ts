/** Something that happened: what EventSub reports to its subscribers. */
export interface Happening {
  /** Subscription type, such as `channel.update`. */
  readonly type: string;
  /** Version of the type whose `event` this is; a type with several is published once per version. */
  readonly version: string;
  /** Whom it concerns, under the names that conditions use: `broadcaster_user_id`, `user_id`, `reward_id`, … */
  readonly subject: Readonly<Record<string, string>>;
  /** The `event` member of the notification. */
  readonly event: object;
}

/** Carries what happens in the world to EventSub. */
export interface Events {
  publish(happening: Happening): void;
  listen(listener: (happening: Happening) => void): void;
}

/** Makes the carrier of one sandbox. */
export function createEvents(): Events {
  const listeners: ((happening: Happening) => void)[] = [];
  return {
    publish(happening) {
      for (const listener of listeners) listener(happening);
    },
    listen(listener) {
      listeners.push(listener);
    },
  };
}
