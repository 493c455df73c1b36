import type { Clock } from '../../../shared/clock.ts';
import type { BankError } from '../errors.ts';
import type { Session, Step } from './session.ts';

/** Name and metadata of a Link event, as `onEvent` receives them. */
export type LinkEvent = readonly [name: string, metadata: Readonly<Record<string, string | null>>];

// https://plaid.com/docs/link/web/#onevent: fields that an event does not have are null.
const fields =
  'account_number_mask error_code error_message error_type exit_status institution_id institution_name institution_search_query is_update_mode match_reason mfa_type routing_number selection view_name';
const unset = Object.fromEntries(fields.split(' ').map((name) => [name, null]));

/** View of each step, and the status of a user who leaves there. */
const steps: Readonly<Record<Exclude<Step, 'challenge'>, readonly [view: string, status: string]>> = {
  consent: ['CONSENT', 'requires_credentials'],
  institutions: ['SELECT_INSTITUTION', 'requires_credentials'],
  credentials: ['CREDENTIAL', 'requires_credentials'],
  oauth: ['OAUTH', 'requires_oauth'],
  accounts: ['SELECT_ACCOUNT', 'requires_account_selection'],
};

const statusOfChallenge = {
  device: 'choose_device',
  code: 'requires_code',
  questions: 'requires_questions',
  selections: 'requires_selections',
} as const;

/** Returns the fields that `TRANSITION_VIEW` reports about the next step. */
export function viewOf({ step, challenge }: Session): Readonly<Record<string, string>> {
  return step === 'challenge'
    ? { view_name: 'MFA', ...(challenge && { mfa_type: challenge.type }) }
    : { view_name: steps[step][0] };
}

/** Returns the status of a user who leaves now. */
export function statusOf({ step, challenge, error, isNothingFound }: Session): string {
  if (error?.error_code === 'INSTITUTION_NO_LONGER_SUPPORTED') return 'institution_not_supported';
  if (step === 'institutions' && isNothingFound) return 'institution_not_found';
  if (step === 'challenge') return statusOfChallenge[challenge?.type ?? 'code'];
  return steps[step][1];
}

/** Returns a session's institution, as callbacks receive it. */
export const institutionOf = ({ institution }: Session) =>
  institution ? { name: institution.name, institution_id: institution.id } : null;

/** Returns the fields of an error that events and `onExit` share. */
export const errorFields = ({ error_type, error_code, error_message }: BankError) => ({
  error_type,
  error_code,
  error_message,
});

/**
 * Creates an emitter that collects the events of one request in `events`, and records them in the session for
 * `/link/token/get`.
 */
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
      events.push([name, { ...unset, ...of, link_session_id: session.id, timestamp }]);
      session.events.push({ event_id: newId(), event_name: name, timestamp, event_metadata: of });
    },
  };
}

export type Emitter = ReturnType<typeof createEmitter>;
