import { known, named } from '@x/core/provider';
import * as v from 'valibot';
import { optionalNullableString, optionalString } from '../schema.ts';
import { scopesSchema } from './scopes.ts';

const scopes = v.nullish(scopesSchema);

export const activitySchema = v.object({
  /** Kind of activity, such as the creation of an Item or a change of its scopes. */
  activity: known(
    'UNKNOWN',
    'ITEM_CREATE',
    'ITEM_IMPORT',
    'ITEM_UPDATE',
    'ITEM_UNLINK',
    'PORTAL_UNLINK',
    'PORTAL_ITEMS_DELETE',
    'ITEM_REMOVE',
    'INVARIANT_CHECKER_DELETION',
    'SCOPES_UPDATE',
  ),
  /** Day on which it started, `YYYY-MM-DD`, UTC. */
  initiated_date: v.string(),
  /** ID of the activity. */
  id: v.string(),
  /** ID of the application that started it. */
  initiator: v.string(),
  /** Whether it was only attempted, succeeded, failed or was skipped. */
  state: known('UNKNOWN', 'ATTEMPT', 'SUCCESS', 'FAILURE', 'SKIPPED'),
  /** ID of the application that it concerns. */
  target_application_id: optionalString,
  /** Access that the user granted with it. Null or absent if it did not change. */
  scopes,
  /** Party that authenticated the user: the institution (`DATA_PARTNER`) or Plaid. */
  authentication: v.optional(known('UNKNOWN', 'DATA_PARTNER', 'PLAID')),
});

/** A change of a user's consent. */
export interface Activity extends v.InferOutput<typeof activitySchema> {}

export const activity = named<Activity>(activitySchema);

export const applicationSchema = v.object({
  /** ID of the connected application. */
  application_id: v.string(),
  /** Name of the connected application. */
  name: v.string(),
  /** Name of the application to show to users. Null or absent if it has none. */
  display_name: optionalNullableString,
  /** URL of the application's logo. Null or absent if it has none. */
  logo_url: optionalNullableString,
  /** URL of the application's website. Null or absent if it has none. */
  application_url: optionalNullableString,
  /** Reason why the application needs the data, in its own words. Null or absent if it states none. */
  reason_for_access: optionalNullableString,
  /** Time at which the application was connected, ISO 8601, UTC. */
  created_at: v.string(),
  /** Access that the user granted to the application. Null or absent if it is not limited. */
  scopes,
});

export const disconnectedSchema = v.object({
  /** ID of the disconnected application. */
  application_id: v.string(),
  /** Name of the disconnected application. */
  name: v.string(),
  /** Name of the application to show to users. Null or absent if it has none. */
  display_name: optionalNullableString,
  /** URL of the application's logo. Null or absent if it has none. */
  logo_url: optionalNullableString,
  /** URL of the application's website. Null or absent if it has none. */
  application_url: optionalNullableString,
  /** Reason why the application needed the data, in its own words. Null or absent if it states none. */
  reason_for_access: optionalNullableString,
});

/** An application that a user had connected to the accounts and has since disconnected. */
export interface DisconnectedApplication extends v.InferOutput<typeof disconnectedSchema> {}

export const disconnectedApplication = named<DisconnectedApplication>(disconnectedSchema);

/** An application that a user has connected to their accounts, and its access. */
export interface ConnectedApplication extends v.InferOutput<typeof applicationSchema> {}

export const application = named<ConnectedApplication>(applicationSchema);
