import type { SignInFailure } from '@x/core/sign-in';

/** Action that failed. */
export interface Problem {
  readonly status: 200 | 400 | 403 | 404 | 500 | 502;
  readonly title: string;
  readonly text: string;
}

/** Every problem that has a page of its own. */
export const problems = {
  foreignForm: {
    status: 403,
    title: 'Not done',
    text: 'This form came from another site. Go back to the start and do it again.',
  },
  unknownAddress: { status: 404, title: 'Nothing here', text: 'There is no such page.' },
  refused: { status: 200, title: 'You said no', text: 'That is fine: nothing was shared, and you are not signed in.' },
  notStarted: {
    status: 400,
    title: 'Not signed in',
    text: 'This way back was used before, was not begun in this browser, or took more than ten minutes.',
  },
  forged: {
    status: 400,
    title: 'Not signed in',
    text: 'This link does not belong to the sign-in that was started in this browser. Someone may have changed it.',
  },
  usedCode: {
    status: 400,
    title: 'Not signed in',
    text: 'This code was used before, has expired, or was issued to another app.',
  },
  down: { status: 502, title: 'Not signed in', text: 'The service did not respond as expected. Try again later.' },
  broken: { status: 500, title: 'Something broke', text: 'It is not your fault, and it has been noted.' },
} as const satisfies Record<string, Problem>;

/** The problem of a sign-in that failed. */
export function problemOfSignIn({ reason, error }: SignInFailure): Problem {
  if (reason === 'denied') return problems.refused;
  if (reason === 'foreign_request') return problems.foreignForm;
  if (reason === 'unknown_route' || reason === 'method') return problems.unknownAddress;
  if (reason === 'callback') return error?.code === 'invalid_params' ? problems.forged : problems.usedCode;
  return reason === 'failed' ? problems.down : problems.notStarted;
}
