import type { IdentityData } from './identity-checks.ts';
import type { Screening } from './screenings.ts';

export const steps = [
  'accept_tos',
  'verify_sms',
  'kyc_check',
  'documentary_verification',
  'selfie_check',
  'watchlist_screening',
  'risk_check',
] as const;

/** A step of a verification. */
export type IdentityStep = (typeof steps)[number];

export type StepStatus =
  | 'active'
  | 'canceled'
  | 'failed'
  | 'not_applicable'
  | 'pending_review'
  | 'skipped'
  | 'success'
  | 'waiting_for_prerequisite';

/** A user's actions in a verification. */
export interface IdentityEntry {
  /** Data the user enters where the client passed none, under the API's names. Default: Leslie Knope's. */
  user?: IdentityData | undefined;
  /** Code that the user enters from the text message. Default `11111`, which is right. */
  smsCode?: string | undefined;
  /** Last step the user takes before leaving. Default: they complete all steps. */
  until?: IdentityStep | undefined;
}

/** User whose verifications a request is about. */
export interface Owner {
  readonly client_user_id: string;
  readonly user_id: string | null;
}

/** A user's attempt to prove who they are. */
export interface Verification extends Owner {
  readonly id: string;
  readonly templateId: string;
  readonly previousId: string | null;
  readonly shareableUrl: string | null;
  /** Unix milliseconds. */
  readonly createdAt: number;
  completedAt: number | undefined;
  user: IdentityData;
  status: 'active' | 'success' | 'failed' | 'canceled' | 'pending_review';
  readonly steps: Record<IdentityStep, StepStatus>;
  /** Results of the finished steps. */
  readonly results: Partial<Record<IdentityStep, object>>;
  screening: Screening | undefined;
}

/** Input from which a verification is created. */
export interface VerificationRequest {
  readonly template_id: string;
  readonly gave_consent?: boolean;
  readonly is_shareable?: boolean;
  readonly is_idempotent?: boolean;
  readonly client_user_id?: string | undefined;
  readonly user_id?: string | undefined;
  readonly user?: IdentityData & { readonly client_user_id?: string };
}

/** Input from which a retry is created. */
export interface RetryRequest extends VerificationRequest {
  readonly client_user_id: string;
  readonly strategy: 'reset' | 'incomplete' | 'infer' | 'custom';
  readonly steps?: Readonly<Partial<Record<IdentityStep, boolean>>>;
}
