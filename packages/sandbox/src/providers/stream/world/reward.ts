/** What viewers can get for channel points. A limit of 0 is none. */
export interface Reward {
  readonly id: string;
  readonly broadcasterId: string;
  /** Whether the app made it; only then may the app change it and see who redeemed it. */
  readonly isManageable: boolean;
  readonly title: string;
  readonly prompt: string;
  readonly cost: number;
  readonly backgroundColor: string;
  readonly isEnabled: boolean;
  readonly isPaused: boolean;
  readonly isInputRequired: boolean;
  readonly skipsQueue: boolean;
  readonly maxPerStream: Limit;
  readonly maxPerUserPerStream: Limit;
  readonly cooldownSeconds: Limit;
}

/** A number that counts while it is switched on. */
export interface Limit {
  readonly isEnabled: boolean;
  readonly value: number;
}

/** Whether a reward can be taken now, which depends on the stream and the time. */
export interface RewardStock {
  /** How often it was taken in the stream that runs; undefined while none does. */
  takenInStream(reward: Reward): number | undefined;
  isInStock(reward: Reward): boolean;
  /** Unix milliseconds; undefined when it can be taken now. */
  coolUntil(reward: Reward): number | undefined;
}
