import { known, named } from '@x/core';
import * as v from 'valibot';
import { optionalNullableString, optionalString } from '../schema.ts';
import { scopesSchema } from './scopes.ts';

const scopes = v.nullish(scopesSchema);

const activitySchema = v.object({
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
  initiated_date: v.string(),
  id: v.string(),
  initiator: v.string(),
  state: known('UNKNOWN', 'ATTEMPT', 'SUCCESS', 'FAILURE', 'SKIPPED'),
  target_application_id: optionalString,
  scopes,
  authentication: v.optional(known('UNKNOWN', 'DATA_PARTNER', 'PLAID')),
});

/** Something that happened to a user's consent. `initiator` is the id of the application that did it. */
export interface Activity extends v.InferOutput<typeof activitySchema> {}

export const activity = named<Activity>(activitySchema);

const applicationSchema = v.object({
  application_id: v.string(),
  name: v.string(),
  display_name: optionalNullableString,
  logo_url: optionalNullableString,
  application_url: optionalNullableString,
  reason_for_access: optionalNullableString,
  created_at: v.string(),
  scopes,
});

const disconnectedSchema = v.object({
  application_id: v.string(),
  name: v.string(),
  display_name: optionalNullableString,
  logo_url: optionalNullableString,
  application_url: optionalNullableString,
  reason_for_access: optionalNullableString,
});

/** An application that a user had connected to the accounts and has since disconnected. */
export interface DisconnectedApplication extends v.InferOutput<typeof disconnectedSchema> {}

export const disconnectedApplication = named<DisconnectedApplication>(disconnectedSchema);

/** An application that a user has connected to his accounts, and what it may see. */
export interface ConnectedApplication extends v.InferOutput<typeof applicationSchema> {}

export const application = named<ConnectedApplication>(applicationSchema);
