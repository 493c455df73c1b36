import type { AccountFields } from './account-fields.ts';

/** A string whose values are known today. The API may add others without notice. */
export type Known<Value extends string> = Value | (string & {});

type RoleOf<Name> = Name extends `${infer Role}_id` ? Role : never;

// As with Pick, the fields keep their JSDoc, because the names are keys of a type parameter.
type FieldsOf<Source, Names extends keyof Source, Value> = { [Name in Names]: Value };

/** ID, login and display name of an account. The field names start with `Role`. */
export type Account<Role extends RoleOf<keyof AccountFields>, Value = string> = FieldsOf<
  AccountFields,
  `${Role}_${'id' | 'login' | 'name'}`,
  Value
>;

/** The channel that an event is about. */
export interface InChannel extends Account<'broadcaster_user'> {}

/** The user whom an event is about. */
export interface OfUser extends Account<'user'> {}

/** The broadcaster or moderator who acted. */
export interface ByModerator extends Account<'moderator_user'> {}

/** A user and the channel in which something happened to them. */
export interface UserInChannel extends InChannel, OfUser {}

/** The same fields, each of which may be null. */
export type Nullable<T> = { [Name in keyof T]: T[Name] | null };

/** Tier of a subscription: `1000` is tier 1, `2000` tier 2, `3000` tier 3. */
export type SubscriptionTier = Known<'1000' | '2000' | '3000'>;

/** An amount of money: `value` divided by 10 to the power of `decimal_places`, in `currency`. */
export interface Money {
  /** Amount in minor units: 550 with 2 decimal places is 5.50. */
  value: number;
  /** Number of decimal places of the currency. */
  decimal_places: number;
  /** Currency as an ISO 4217 code, such as `USD`. */
  currency: string;
}

/** A message with its emotes. */
export interface TextWithEmotes {
  /** Message as plain text. */
  text: string;
  /** Emotes in the message. Null when there are none. */
  emotes:
    | {
        /** Position of the first character of the emote, from 0. */
        begin: number;
        /** Position of the last character of the emote, inclusive. */
        end: number;
        /** ID of the emote. */
        id: string;
      }[]
    | null;
}
