import { accountCalls, heldClients, storedGrants } from './accounts.ts';
import type { Curve } from './curve.ts';
import { checkedFields, errorBodies, syncPages } from './data.ts';
import { queueLeaves, rateLimiterKeys } from './rates.ts';
import { clockJobs, sandboxCalls } from './sandboxes.ts';

/** Everything whose growth is measured, in the order of the table. */
export const curves: readonly Curve[] = [
  rateLimiterKeys,
  queueLeaves,
  syncPages,
  checkedFields,
  errorBodies,
  accountCalls,
  heldClients,
  storedGrants,
  clockJobs,
  ...sandboxCalls,
];
