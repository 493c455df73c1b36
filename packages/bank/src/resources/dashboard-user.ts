import { endpoint, known, list, named } from '@x/core/provider';
import * as v from 'valibot';
import { docs, readPersonal } from '../declarations.ts';
import { cursorPages, cursorParams } from '../paging.ts';
import { nonEmptyString, requestIdOfOne } from '../schema.ts';

export const dashboardUserSchema = v.object({
  /** ID of the dashboard user, as in the `audit_trail` of screenings. Case-sensitive. */
  id: v.string(),
  /** Time at which they were added, ISO 8601. */
  created_at: v.string(),
  /** Email address with which they log in. */
  email_address: v.string(),
  /** Whether they can log in. */
  status: known('invited', 'active', 'deactivated'),
  ...requestIdOfOne,
});

/** A member of your team with access to the Plaid dashboard. */
export interface DashboardUser extends v.InferOutput<typeof dashboardUserSchema> {}

/** Members of your team with access to the Plaid dashboard. */
export const dashboardUser = {
  /**
   * Returns a dashboard user, such as the one who reviewed a screening. Fails with `invalid_params` for an unknown ID.
   */
  get: endpoint({
    ...readPersonal,
    path: '/dashboard_user/get',
    body: v.object({
      /** ID of the dashboard user. Case-sensitive. */
      dashboard_user_id: nonEmptyString,
    }),
    response: named<DashboardUser>(dashboardUserSchema),
    docs: docs('kyc-aml-users/#dashboard_userget'),
  }),

  /** Lists the dashboard users. */
  list: list({
    ...readPersonal,
    path: '/dashboard_user/list',
    body: v.object(cursorParams),
    item: named<DashboardUser>(dashboardUserSchema),
    paging: cursorPages('dashboard_users'),
    docs: docs('kyc-aml-users/#dashboard_userlist'),
  }),
};
