/** Response status for each kind of refused request. */
const statuses = {
  /** Not a POST. */
  method: 405,
  /** Not JSON. */
  content_type: 415,
  /** The body is larger than the limit. */
  too_large: 413,
  /** The signature is missing or invalid. */
  signature: 403,
  /** The API does not know the signature's key, or no longer uses it. */
  key: 403,
  /** The date is missing, invalid, or too far from now. */
  timestamp: 403,
  /** The signature is valid, but the body is not a webhook. */
  message: 400,
  /** The request cannot be verified right now. Senders retry after a 503. */
  unavailable: 503,
} as const;

/** Reason why a request was refused. */
export type RefusalReason = keyof typeof statuses;

/** Reasons that every receiver has, which are checked before the provider's own verification. */
export type RequestRefusal = 'method' | 'content_type' | 'too_large';

/** A request that is not a webhook of the API, or not provably one. */
export interface RefusedRequest<Reason extends RefusalReason = RefusalReason> {
  /** Kind of result. */
  readonly kind: 'refused';
  /** Reason of the refusal. */
  readonly reason: Reason;
  /** Response to send; its body is the reason. */
  readonly response: Response;
  /** Error that prevented the verification. If this field is present, `onError` receives its value. */
  readonly cause?: unknown;
}

/** Refuses a request with the status for the reason. */
export function refuse<Reason extends RefusalReason>(reason: Reason): RefusedRequest<Reason> {
  const headers = { 'content-type': 'text/plain', ...(reason === 'method' && { allow: 'POST' }) };
  return { kind: 'refused', reason, response: new Response(reason, { status: statuses[reason], headers }) };
}
