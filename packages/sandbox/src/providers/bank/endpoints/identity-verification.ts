import type { Clock } from '../../../shared/clock.ts';
import type { SandboxContext } from '../../../shared/context.ts';
import type { Random } from '../../../shared/random.ts';
import { isoTime } from '../data/days.ts';
import {
  autofill,
  checkDataSources,
  checkDocuments,
  checkPhone,
  mainTestUser,
  noRisk,
  smsCode,
} from '../data/identity-checks.ts';
import {
  type IdentityEntry,
  type IdentityStep,
  type Owner,
  type RetryRequest,
  type StepStatus,
  steps,
  type Verification,
  type VerificationRequest,
} from '../data/identity-verifications.ts';
import type { Call, Endpoints, Of } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import type { Settings } from '../options.ts';
import { pageAfter } from '../paging.ts';
import { refuseMissing, withNulls } from '../request.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { Users } from './user.ts';
import type { Screenings } from './watchlist-screening.ts';

const passed: readonly StepStatus[] = ['success', 'skipped', 'not_applicable'];

export class IdentityVerifications {
  private readonly clock: Clock;
  private readonly baseUrl: SandboxContext['baseUrl'];
  private readonly settings: Settings;
  private readonly screenings: Screenings;
  private readonly users: Users;
  private readonly webhooks: Webhooks;
  private readonly draw: Random;
  private readonly verifications = new Map<string, Verification>();
  readonly endpoints: Endpoints;

  constructor(
    { clock, random, baseUrl }: SandboxContext,
    settings: Settings,
    { screenings, users, webhooks }: { screenings: Screenings; users: Users; webhooks: Webhooks },
  ) {
    this.clock = clock;
    this.baseUrl = baseUrl;
    this.settings = settings;
    this.screenings = screenings;
    this.users = users;
    this.webhooks = webhooks;
    this.draw = random('identity-verifications');
    // A reviewer's decision on the screening also decides the verification.
    this.screenings.watch((screening) => {
      const own = [...this.verifications.values()].find((each) => each.screening === screening);
      if (own?.status !== 'pending_review' || screening.status === 'pending_review') return;
      this.setStep(own, 'watchlist_screening', screening.status === 'cleared' ? 'success' : 'failed');
      this.finish(own);
    });
    this.endpoints = {
      'POST /identity_verification/create': ({ body }: Call<VerificationRequest>) => this.present(this.create(body)),
      'POST /identity_verification/get': ({
        body: { identity_verification_id },
      }: Call<Of<'identity_verification_id'>>) => this.present(this.find(identity_verification_id)),
      'POST /identity_verification/list': ({
        body: { cursor, ...body },
      }: Call<VerificationRequest & { cursor?: string }>) => {
        const { page, next_cursor } = pageAfter(this.list(body), cursor);
        return { identity_verifications: page.map((verification) => this.present(verification)), next_cursor };
      },
      'POST /identity_verification/retry': ({ body }: Call<RetryRequest>) => this.present(this.retry(body)),
      'POST /identity_verification/autofill/create': ({
        body: { identity_verification_id },
      }: Call<Of<'identity_verification_id'>>) => autofill(this.find(identity_verification_id).user),
    };
  }

  private notify({ id }: Verification, webhook_code: 'STATUS_UPDATED' | 'STEP_UPDATED' | 'RETRIED') {
    return this.webhooks.sendToDashboard({
      webhook_type: 'IDENTITY_VERIFICATION',
      webhook_code,
      identity_verification_id: id,
    });
  }

  private setStep(verification: Verification, step: IdentityStep, status: StepStatus): void {
    verification.steps[step] = status;
    this.notify(verification, 'STEP_UPDATED');
  }

  private setStatus(verification: Verification, status: Verification['status']): void {
    verification.status = status;
    if (status !== 'canceled') verification.completedAt ??= this.clock.now();
    this.notify(verification, 'STATUS_UPDATED');
  }

  /** Activates the first step that is still waiting. */
  private activateNext({ steps: states }: Verification): void {
    const next = steps.find((step) => states[step] === 'waiting_for_prerequisite');
    if (next) states[next] = 'active';
  }

  private find(id: string): Verification {
    return (
      this.verifications.get(id) ?? refuse('INVALID_FIELD', 'identity_verification_id must be the ID of a verification')
    );
  }

  /** Returns a user's verifications with a template, newest first. */
  private list({ client_user_id, user_id, template_id }: VerificationRequest): Verification[] {
    if (!this.settings.identityTemplates.includes(template_id))
      refuse(
        'INVALID_FIELD',
        `template_id must be the ID of a template: ${this.settings.identityTemplates.join(', ')}`,
      );
    if (client_user_id === undefined && user_id === undefined) refuseMissing('client_user_id');
    const isOwn = (each: Verification) => each.client_user_id === client_user_id || each.user_id === user_id;
    return [...this.verifications.values()].filter((each) => each.templateId === template_id && isOwn(each)).reverse();
  }

  /** Returns the user of a request, by the client's own ID or by the API's. */
  private ownerOf({ user_id, user, ...named }: VerificationRequest): Owner {
    const known = user_id === undefined ? undefined : this.users.byId(user_id);
    const given = named.client_user_id ?? user?.client_user_id;
    const client_user_id = given ?? known?.clientUserId ?? refuseMissing('client_user_id');
    if (known && known.clientUserId !== client_user_id)
      refuse('INVALID_FIELD', 'client_user_id and user_id must be of the same user');
    return { client_user_id, user_id: known?.id ?? null };
  }

  private add(
    owner: Owner,
    { template_id, is_shareable, gave_consent, user }: VerificationRequest,
    initial: Partial<Verification['steps']> = {},
    previous?: Verification,
  ): Verification {
    const id = `idv_${this.draw.text(14)}`;
    const waiting = Object.fromEntries(
      steps.map((step) => [step, 'waiting_for_prerequisite']),
    ) as Verification['steps'];
    const key = this.draw.text(64, '0123456789abcdef');
    const verification: Verification = {
      id,
      ...owner,
      templateId: template_id,
      previousId: previous?.id ?? null,
      shareableUrl: is_shareable ? `${this.baseUrl()}/verify/${id}?key=${key}` : null,
      createdAt: this.clock.now(),
      completedAt: undefined,
      user: { ...previous?.user, ...user },
      status: 'active',
      // As in Plaid's own test environment, no selfies are taken.
      steps: { ...waiting, selfie_check: 'not_applicable', ...initial, ...(gave_consent && { accept_tos: 'skipped' }) },
      results: {},
      screening: undefined,
    };
    this.activateNext(verification);
    this.verifications.set(id, verification);
    return verification;
  }

  private create(request: VerificationRequest): Verification {
    const owner = this.ownerOf(request);
    const [existing] = this.list({ ...request, client_user_id: owner.client_user_id });
    if (existing && request.is_idempotent) return existing;
    if (existing) refuse('INVALID_FIELD', 'the user of client_user_id already has a verification; retry it instead');
    return this.add(owner, request);
  }

  private retry({ strategy, steps: wanted, ...request }: RetryRequest): Verification {
    const { client_user_id } = request;
    const [previous] = this.list(request);
    if (!previous) refuse('INVALID_FIELD', 'the user of client_user_id has no verification to retry');
    if ((strategy === 'custom') !== (wanted !== undefined))
      refuse('INVALID_FIELD', 'steps must be present with the strategy custom, and absent with others');
    const isContinued = strategy === 'incomplete' || (strategy === 'infer' && previous.status === 'failed');
    const initial: Partial<Verification['steps']> = {};
    for (const step of steps) {
      if (wanted?.[step] !== undefined && step !== 'selfie_check')
        initial[step] = wanted[step] ? 'waiting_for_prerequisite' : 'skipped';
      else if (isContinued && passed.includes(previous.steps[step])) initial[step] = 'skipped';
    }
    if (previous.status === 'active') {
      for (const step of steps)
        if (['active', 'waiting_for_prerequisite'].includes(previous.steps[step])) previous.steps[step] = 'canceled';
      this.setStatus(previous, 'canceled');
    }
    const next = { is_shareable: previous.shareableUrl !== null, ...request };
    const verification = this.add({ client_user_id, user_id: previous.user_id }, next, initial, previous);
    this.notify(verification, 'RETRIED');
    return verification;
  }

  /** Takes the user through the current step. Returns the step's final status. */
  private take(verification: Verification, step: IdentityStep, code: string): StepStatus {
    const { user, results } = verification;
    const now = isoTime(this.clock.now());
    const outcomes: Partial<Record<IdentityStep, () => { readonly status: 'success' | 'failed' }>> = {
      verify_sms: () => checkPhone(user, code, now),
      kyc_check: () => checkDataSources(user),
      documentary_verification: () => checkDocuments(user, now.slice(0, 10)),
      risk_check: () => noRisk,
    };
    if (step === 'watchlist_screening') return this.screen(verification);
    const result = outcomes[step]?.();
    if (result) results[step] = result;
    return result?.status ?? 'success';
  }

  private screen(verification: Verification): StepStatus {
    const { user, client_user_id } = verification;
    const [program] = this.screenings.programsOf('individual');
    if (!program) return 'not_applicable';
    const terms = {
      watchlist_program_id: program.id,
      legal_name: `${user.name?.given_name} ${user.name?.family_name}`,
      date_of_birth: user.date_of_birth ?? undefined,
      country: user.address?.country,
    };
    verification.screening = this.screenings.create('individual', terms, client_user_id, 'link');
    return verification.screening.status === 'cleared' ? 'success' : 'pending_review';
  }

  private finish(verification: Verification): void {
    const states = Object.values(verification.steps);
    const worst = (['failed', 'pending_review'] as const).find((status) => states.includes(status));
    this.setStatus(verification, worst ?? 'success');
  }

  private present(verification: Verification) {
    const { results, user } = verification;
    const { phone_number, date_of_birth, email_address, name, address, id_number } = user;
    return withNulls('IdentityVerification', {
      id: verification.id,
      client_user_id: verification.client_user_id,
      created_at: isoTime(verification.createdAt),
      completed_at: verification.completedAt === undefined ? null : isoTime(verification.completedAt),
      previous_attempt_id: verification.previousId,
      shareable_url: verification.shareableUrl,
      template: { id: verification.templateId, version: 1 },
      user: withNulls('IdentityVerificationUserData', {
        phone_number,
        date_of_birth,
        email_address,
        name,
        id_number,
        address: address ? { ...noAddress, ...address } : null,
      }),
      status: verification.status,
      steps: verification.steps,
      ...results,
      watchlist_screening_id: verification.screening?.id,
      user_id: verification.user_id,
    });
  }

  /** Returns the verification with an ID, or a Link session's active one, which is created if there is none. */
  open(target: string | VerificationRequest): Verification {
    return typeof target === 'string' ? this.find(target) : this.create({ ...target, is_idempotent: true });
  }

  /** Takes the user through the steps, up to the first one that fails. */
  submit(verification: Verification, { user, smsCode: code = smsCode, until }: IdentityEntry): void {
    if (verification.status !== 'active')
      throw new RangeError(`the verification is ${verification.status}, not active`);
    // Link does not ask for data that the client passed.
    const known = Object.entries(verification.user).filter(([, value]) => value !== null && value !== undefined);
    verification.user = { ...mainTestUser, ...user, ...Object.fromEntries(known) };
    for (const step of steps) {
      if (verification.steps[step] !== 'active') continue;
      const status = this.take(verification, step, code);
      if (status !== 'failed') this.activateNext(verification);
      this.setStep(verification, step, status);
      if (status === 'failed') break;
      if (step === until) return;
    }
    this.finish(verification);
  }
}

const noAddress = { street: null, street2: null, city: null, region: null, postal_code: null };
