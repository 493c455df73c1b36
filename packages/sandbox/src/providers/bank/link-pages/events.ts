import type { Clock } from '../../../clock.ts';
import type { BankError } from '../errors.ts';
import type { Session, Step } from './session.ts';

/** The name of an event of Link and its metadata, as `onEvent` receives them. */
export type LinkEvent = readonly [name: string, metadata: Readonly<Record<string, string | null>>];

// https://plaid.com/docs/link/web/#onevent: what an event does not have is null.
const unset = {
  account_number_mask: null,
  error_code: null,
  error_message: null,
  error_type: null,
  exit_status: null,
  institution_search_query: null,
  is_update_mode: null,
  match_reason: null,
  mfa_type: null,
  routing_number: null,
  selection: null,
  view_name: null,
};

const views: Readonly<Record<Exclude<Step, 'challenge'>, string>> = {
  consent: 'CONSENT',
  institutions: 'SELECT_INSTITUTION',
  credentials: 'CREDENTIAL',
  oauth: 'OAUTH',
  accounts: 'SELECT_ACCOUNT',
};

const statuses: Readonly<Record<Exclude<Step, 'challenge'>, string>> = {
  consent: 'requires_credentials',
  institutions: 'requires_credentials',
  credentials: 'requires_credentials',
  oauth: 'requires_oauth',
  accounts: 'requires_account_selection',
};

const statusOfChallenge = {
  device: 'choose_device',
  code: 'requires_code',
  questions: 'requires_questions',
  selections: 'requires_selections',
} as const;

/** What `TRANSITION_VIEW` reports about the step that is shown next. */
export function viewOf({ step, challenge }: Session): Readonly<Record<string, string>> {
  return step === 'challenge'
    ? { view_name: 'MFA', ...(challenge && { mfa_type: challenge.type }) }
    : { view_name: views[step] };
}

/** Where a user is who leaves. */
export function statusOf({ step, challenge, error, isNothingFound }: Session): string {
  if (error?.error_code === 'INSTITUTION_NO_LONGER_SUPPORTED') return 'institution_not_supported';
  if (step === 'institutions' && isNothingFound) return 'institution_not_found';
  if (step === 'challenge') return statusOfChallenge[challenge?.type ?? 'code'];
  return statuses[step];
}

/** The institution of a session, as callbacks receive it. */
export const institutionOf = ({ institution }: Session) =>
  institution ? { name: institution.name, institution_id: institution.id } : null;

/** The fields of an error that events and `onExit` share. */
export const errorFields = ({ error_type, error_code, error_message }: BankError) => ({
  error_type,
  error_code,
  error_message,
});

/** Collects the events of one request in `events`, and notes them in the session for `/link/token/get`. */
export function createEmitter(clock: Clock, session: Session, requestId: string, newId: () => string) {
  const events: LinkEvent[] = [];
  return {
    events,
    requestId,
    emit(name: string, fields: Readonly<Record<string, string>> = {}): void {
      const timestamp = new Date(clock.now()).toISOString();
      const of = {
        ...(session.institution && {
          institution_id: session.institution.id,
          institution_name: session.institution.name,
        }),
        request_id: requestId,
        ...fields,
      };
      const chosen = { institution_id: null, institution_name: null };
      events.push([name, { ...unset, ...chosen, ...of, link_session_id: session.id, timestamp }]);
      session.events.push({ event_id: newId(), event_name: name, timestamp, event_metadata: of });
    },
  };
}

export type Emitter = ReturnType<typeof createEmitter>;
