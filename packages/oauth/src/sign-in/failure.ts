import { type ApiError, isApiError, toHttpStatus } from '@x/core';

/** Status and message for each reason. */
const reasons = {
  /** No route has this address, or the provider's tokens are not for browsers. */
  unknown_route: [404, 'There is no such address'],
  /** The route accepts another method. */
  method: [405, 'This address accepts another method'],
  /** Another site may have sent the request. */
  foreign_request: [403, 'The request did not come from a page of this app'],
  /** `accountOf` returned undefined: no user of the app is calling. */
  no_user: [401, 'Sign in to this app first'],
  /** `returnTo` is not an address of the app, or is too long. */
  return_to: [400, 'returnTo must be a short path in this app that starts with /'],
  /** This browser did not start the sign-in, it was used before, or it took too long. */
  not_started: [400, 'This sign-in was not started in this browser, was used before, or took too long. Start it over'],
  /** Another user of the app started the sign-in. */
  other_user: [403, 'This sign-in was started by another user of this app. Start it over'],
  /** The user denied access at the provider. */
  denied: [403, 'Access was denied at the provider'],
  /** State or code are missing or invalid, or the code was used before. */
  callback: [400, 'The provider did not accept this sign-in, or it belongs to another one. Start it over'],
  /** The account is not connected, or the connection has ended. */
  not_connected: [409, 'This account is not connected to the provider, or no longer is. Connect it'],
  /** Signed out here, but the provider did not revoke access. */
  not_revoked: [502, 'Disconnected here, but access could not be revoked at the provider. Remove this app there'],
  /** The provider or the token store failed. The status comes from `toHttpStatus`. */
  failed: [502, 'The provider did not respond as expected. Try again later'],
} as const;

/** Reasons why a route did not fulfill a request. */
export type FailureReason = keyof typeof reasons;

/** A route's report that it did not fulfill a request. */
export interface SignInFailure {
  /** Reason of the failure. */
  readonly reason: FailureReason;
  /** HTTP status of the default response: 400 to 599. */
  readonly status: number;
  /** A sentence for users, without details. */
  readonly message: string;
  /** Name of the provider; undefined if the address names none. */
  readonly provider: string | undefined;
  /** The client's error, for your log, if there was one. It holds no secret. */
  readonly error: ApiError | undefined;
}

/** Thrown by a route to end with another response than the requested one. */
export class RouteError {
  readonly reason: FailureReason;
  readonly error: ApiError | undefined;

  constructor(reason: FailureReason, error?: ApiError) {
    this.reason = reason;
    this.error = error;
  }
}

/** Describes a refusal to the app. */
export function describeFailure({ reason, error }: RouteError, provider: string | undefined): SignInFailure {
  const [usual, message] = reasons[reason];
  const status = reason === 'failed' ? toHttpStatus(error) : usual;
  return { reason, status, message, provider, error };
}

/** Creates the response to a failure, unless the app has its own. */
export function responseTo({ reason, status, message, error }: SignInFailure, allowed: string): Response {
  const headers = new Headers();
  if (status === 405) headers.set('allow', allowed);
  if (error?.retryAfterMs !== undefined) headers.set('retry-after', String(Math.ceil(error.retryAfterMs / 1000)));
  return Response.json({ error: reason, message }, { status, headers });
}

/**
 * Runs a client call, and turns its errors into refusals.
 *
 * @param known Reasons for codes that this call explains better than `failed`.
 */
export async function orFail<Result>(
  call: Promise<Result>,
  known: Partial<Record<string, FailureReason>>,
): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (!isApiError(error)) throw error;
    // A code that was used works, so what failed afterwards is not the visitor's doing.
    throw new RouteError((error.outcome !== 'done' && known[error.code]) || 'failed', error);
  }
}
