import type { SandboxContext } from '../../context.ts';
import {
  autofill,
  checkDataSources,
  checkDocuments,
  checkPhone,
  type IdentityData,
  mainTestUser,
  noRisk,
  smsCode,
} from './identity-checks.ts';
import type { Settings } from './options.ts';
import { refuse } from './refusal.ts';
import type { Screening, Screenings } from './screenings.ts';
import type { Webhooks } from './webhooks.ts';

const steps = [
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

type StepStatus =
  | 'active'
  | 'canceled'
  | 'failed'
  | 'not_applicable'
  | 'pending_review'
  | 'skipped'
  | 'success'
  | 'waiting_for_prerequisite';

type VerificationStatus = 'active' | 'success' | 'failed' | 'canceled' | 'pending_review';

/** What a user does in a verification. */
export interface IdentityEntry {
  /** What the user enters where the client passed nothing, under the API's names. Default: what Leslie Knope enters. */
  user?: IdentityData | undefined;
  /** Code that the user enters from the text message. Default `11111`, which is right. */
  smsCode?: string | undefined;
  /** Last step that the user takes before leaving. Default: they stay to the end. */
  until?: IdentityStep | undefined;
}

/** An attempt of a user to prove who they are. */
export interface Verification {
  readonly id: string;
  readonly clientUserId: string;
  readonly userId: string | undefined;
  readonly templateId: string;
  readonly previousId: string | undefined;
  readonly shareableUrl: string | undefined;
  /** Unix milliseconds. */
  readonly createdAt: number;
  completedAt: number | undefined;
  user: IdentityData;
  status: VerificationStatus;
  readonly steps: Record<IdentityStep, StepStatus>;
  /** What each step that has ended shows. */
  readonly results: Partial<Record<IdentityStep, object>>;
  screening: Screening | undefined;
}

/** What a new verification is made of. */
export interface VerificationRequest {
  readonly template_id: string;
  readonly gave_consent?: boolean | undefined;
  readonly is_shareable?: boolean | undefined;
  readonly is_idempotent?: boolean | undefined;
  readonly user?: IdentityData | undefined;
}

/** How a user tries once more. */
export interface RetryRequest {
  readonly strategy: 'reset' | 'incomplete' | 'infer' | 'custom';
  readonly steps?: Readonly<Partial<Record<IdentityStep, boolean>>> | undefined;
  readonly is_shareable?: boolean | undefined;
  readonly user?: IdentityData | undefined;
}

/** Whose verifications a request is about. */
export interface VerificationOwner {
  readonly clientUserId: string;
  readonly userId: string | undefined;
}

type OwnerFilter = { readonly [Name in keyof VerificationOwner]: VerificationOwner[Name] | undefined };

const passed: readonly StepStatus[] = ['success', 'skipped', 'not_applicable'];

/** Every verification of identity of the sandbox. */
export function createIdentityVerifications(
  { clock, random, baseUrl }: SandboxContext,
  settings: Settings,
  screenings: Screenings,
  webhooks: Webhooks,
) {
  const draw = random('identity-verifications');
  const verifications = new Map<string, Verification>();
  const isoTime = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());

  const notify = ({ id }: Verification, webhook_code: 'STATUS_UPDATED' | 'STEP_UPDATED' | 'RETRIED') =>
    webhooks.sendToDashboard({ webhook_type: 'IDENTITY_VERIFICATION', webhook_code, identity_verification_id: id });

  function setStep(verification: Verification, step: IdentityStep, status: StepStatus): void {
    verification.steps[step] = status;
    notify(verification, 'STEP_UPDATED');
  }

  function setStatus(verification: Verification, status: VerificationStatus): void {
    verification.status = status;
    if (status !== 'active' && status !== 'canceled') verification.completedAt ??= clock.now();
    notify(verification, 'STATUS_UPDATED');
  }

  /** Makes the first step that still waits the user's current one. */
  function activateNext({ steps: states }: Verification): void {
    const next = steps.find((step) => states[step] === 'waiting_for_prerequisite');
    if (next) states[next] = 'active';
  }

  function requireTemplate(id: string): void {
    if (!settings.identityTemplates.includes(id))
      refuse('INVALID_FIELD', `template_id must be that of a template: ${settings.identityTemplates.join(', ')}`);
  }

  /** Those of a user with a template, newest first. */
  function list({ clientUserId, userId }: OwnerFilter, templateId: string): Verification[] {
    requireTemplate(templateId);
    const isOwn = (each: Verification) =>
      each.clientUserId === clientUserId || (userId !== undefined && each.userId === userId);
    return [...verifications.values()].filter((each) => each.templateId === templateId && isOwn(each)).reverse();
  }

  function add(
    owner: VerificationOwner,
    request: VerificationRequest,
    initial: Partial<Verification['steps']>,
    previous?: Verification,
  ): Verification {
    const id = `idv_${draw.text(14)}`;
    const waiting = Object.fromEntries(steps.map((step) => [step, 'waiting_for_prerequisite']));
    const verification: Verification = {
      id,
      ...owner,
      templateId: request.template_id,
      previousId: previous?.id,
      shareableUrl: request.is_shareable
        ? `${baseUrl()}/verify/${id}?key=${draw.text(64, '0123456789abcdef')}`
        : undefined,
      createdAt: clock.now(),
      completedAt: undefined,
      user: { ...previous?.user, ...request.user },
      status: 'active',
      // As in Plaid's own test environment, no selfies are taken.
      steps: { ...(waiting as Verification['steps']), selfie_check: 'not_applicable', ...initial },
      results: {},
      screening: undefined,
    };
    if (request.gave_consent) verification.steps.accept_tos = 'skipped';
    activateNext(verification);
    verifications.set(id, verification);
    return verification;
  }

  function create(owner: VerificationOwner, request: VerificationRequest): Verification {
    const [existing] = list(owner, request.template_id);
    if (existing && request.is_idempotent) return existing;
    if (existing)
      refuse('INVALID_FIELD', 'client_user_id must be that of a user without a verification; retry theirs instead');
    return add(owner, request, {});
  }

  /** Takes the current step of a user. Returns how it ended. */
  function take(verification: Verification, step: IdentityStep, code: string): StepStatus {
    const { user, results } = verification;
    const now = new Date(clock.now()).toISOString();
    const outcomes: Partial<Record<IdentityStep, () => { readonly status: 'success' | 'failed' }>> = {
      verify_sms: () => checkPhone(user, code, now),
      kyc_check: () => checkDataSources(user),
      documentary_verification: () => checkDocuments(user, now.slice(0, 10)),
      risk_check: () => noRisk,
    };
    if (step === 'watchlist_screening') return screen(verification);
    const result = outcomes[step]?.();
    if (result) results[step] = result;
    return result?.status ?? 'success';
  }

  function screen(verification: Verification): StepStatus {
    const { user, clientUserId } = verification;
    const [program] = screenings.programsOf('individual');
    if (!program) return 'not_applicable';
    const terms = {
      legal_name: `${user.name?.given_name} ${user.name?.family_name}`,
      date_of_birth: user.date_of_birth ?? undefined,
      country: user.address?.country,
    };
    verification.screening = screenings.create('individual', program.id, terms, clientUserId, 'link');
    return verification.screening.status === 'cleared' ? 'success' : 'pending_review';
  }

  function finish(verification: Verification): void {
    const states = Object.values(verification.steps);
    if (states.includes('failed')) setStatus(verification, 'failed');
    else setStatus(verification, states.includes('pending_review') ? 'pending_review' : 'success');
  }

  // A reviewer who decides on the screening decides on the verification, too.
  screenings.watch((screening) => {
    const own = [...verifications.values()].find((each) => each.screening === screening);
    if (own?.status !== 'pending_review' || screening.status === 'pending_review') return;
    setStep(own, 'watchlist_screening', screening.status === 'cleared' ? 'success' : 'failed');
    finish(own);
  });

  return {
    create,
    list,
    find: (id: string): Verification =>
      verifications.get(id) ?? refuse('INVALID_FIELD', 'identity_verification_id must be that of a verification'),
    /** The running verification of a user, made if there is none, as Link does when it opens. */
    open(owner: VerificationOwner, request: VerificationRequest): Verification {
      return create(owner, { ...request, is_idempotent: true });
    },
    retry(owner: VerificationOwner, templateId: string, request: RetryRequest): Verification {
      const [previous] = list(owner, templateId);
      if (!previous) refuse('INVALID_FIELD', 'client_user_id must be that of a user with a verification to retry');
      if ((request.strategy === 'custom') !== (request.steps !== undefined))
        refuse('INVALID_FIELD', 'steps must be present with the strategy custom, and absent with others');
      const hasFailed = previous.status === 'failed';
      const isContinued = request.strategy === 'incomplete' || (request.strategy === 'infer' && hasFailed);
      const initial: Partial<Verification['steps']> = {};
      for (const step of steps) {
        const wanted = request.steps?.[step];
        if (wanted !== undefined && step !== 'selfie_check')
          initial[step] = wanted ? 'waiting_for_prerequisite' : 'skipped';
        else if (isContinued && passed.includes(previous.steps[step])) initial[step] = 'skipped';
      }
      if (previous.status === 'active') {
        for (const step of steps)
          if (['active', 'waiting_for_prerequisite'].includes(previous.steps[step])) previous.steps[step] = 'canceled';
        setStatus(previous, 'canceled');
      }
      const { is_shareable = previous.shareableUrl !== undefined, user } = request;
      const next = { template_id: templateId, is_shareable, user };
      const verification = add({ ...owner, userId: previous.userId }, next, initial, previous);
      notify(verification, 'RETRIED');
      return verification;
    },
    autofill: ({ user }: Verification): object => autofill(user),
    /** The user goes through the steps, up to the first that fails. */
    submit(verification: Verification, { user, smsCode: code = smsCode, until }: IdentityEntry): void {
      if (verification.status !== 'active')
        throw new RangeError(`the verification is ${verification.status}, not active`);
      // What the client passed is not asked for.
      verification.user = { ...mainTestUser, ...user, ...withoutNulls(verification.user) };
      for (const step of steps) {
        if (verification.steps[step] !== 'active') continue;
        const status = take(verification, step, code);
        if (status !== 'failed') activateNext(verification);
        setStep(verification, step, status);
        if (status === 'failed') break;
        if (step === until) return;
      }
      finish(verification);
    },
    /** A verification as the API shows it. */
    present(verification: Verification) {
      const { results, screening, user, templateId } = verification;
      return {
        id: verification.id,
        client_user_id: verification.clientUserId,
        created_at: isoTime(verification.createdAt),
        completed_at: isoTime(verification.completedAt),
        previous_attempt_id: verification.previousId ?? null,
        shareable_url: verification.shareableUrl ?? null,
        template: { id: templateId, version: 1 },
        user: presentUser(user),
        status: verification.status,
        steps: verification.steps,
        documentary_verification: results.documentary_verification ?? null,
        selfie_check: null,
        kyc_check: results.kyc_check ?? null,
        risk_check: results.risk_check ?? null,
        verify_sms: results.verify_sms ?? null,
        watchlist_screening_id: screening?.id ?? null,
        beacon_user_id: null,
        user_id: verification.userId ?? null,
        redacted_at: null,
      };
    },
  };
}

export type IdentityVerifications = ReturnType<typeof createIdentityVerifications>;

const withoutNulls = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));

/** What is known of a user, with null for the rest. */
function presentUser({ phone_number, date_of_birth, email_address, name, address, id_number }: IdentityData): object {
  const parts = { street: null, street2: null, city: null, region: null, postal_code: null };
  return {
    phone_number: phone_number ?? null,
    date_of_birth: date_of_birth ?? null,
    ip_address: null,
    email_address: email_address ?? null,
    name: name ?? null,
    address: address ? { ...parts, ...address } : null,
    id_number: id_number ?? null,
  };
}
