/** Text whose values are known today; others may come without notice. */
export type Known<Value extends string> = Value | (string & {});

/** Id, login and display name of an account, under names that begin with `Role`. */
export type Account<Role extends string, Value = string> = { [Name in `${Role}_${'id' | 'login' | 'name'}`]: Value };

/** Whose channel an event is about. */
export interface InChannel extends Account<'broadcaster_user'> {}

/** The user an event is about. */
export interface OfUser extends Account<'user'> {}

/** The moderator, or broadcaster, who acted. */
export interface ByModerator extends Account<'moderator_user'> {}

/** A user's deed or fate in a channel. */
export interface UserInChannel extends InChannel, OfUser {}

/** The same members, each of which may be null. */
export type Nullable<T> = { [Name in keyof T]: T[Name] | null };

/** 1000, 2000 or 3000, for tier 1, 2 or 3. */
export type SubscriptionTier = Known<'1000' | '2000' | '3000'>;

/** An amount of money: `value` counts units of `decimal_places` places, so 550 with 2 places is 5.50. */
export interface Money {
  value: number;
  decimal_places: number;
  /** ISO 4217 code. */
  currency: string;
}
