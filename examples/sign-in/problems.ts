import type { SignInFailure } from '@x/oauth';

/** Problem that a page explains to the user. */
export interface Problem {
  readonly status: 200 | 400 | 403 | 404 | 500 | 502;
  readonly title: string;
  readonly text: string;
}

/** All problems that have a page. */
export const problems = {
  foreignForm: {
    status: 403,
    title: 'Request refused',
    text: 'This form came from another site. Go back to the start and try again.',
  },
  unknownAddress: { status: 404, title: 'Page not found', text: 'This page does not exist.' },
  refused: { status: 200, title: 'You declined', text: 'That is fine. Nothing was shared, and you are not signed in.' },
  notStarted: {
    status: 400,
    title: 'Not signed in',
    text: 'This sign-in was already completed, was not started in this browser, or took more than ten minutes.',
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
  broken: { status: 500, title: 'Something went wrong', text: 'This is not your fault, and the error was logged.' },
} as const satisfies Record<string, Problem>;

/** Returns the problem of a failed sign-in. */
export function problemOfSignIn({ reason, error }: SignInFailure): Problem {
  if (reason === 'denied') return problems.refused;
  if (reason === 'foreign_request') return problems.foreignForm;
  if (reason === 'unknown_route' || reason === 'method') return problems.unknownAddress;
  if (reason === 'callback') return error?.code === 'invalid_params' ? problems.forged : problems.usedCode;
  return reason === 'failed' ? problems.down : problems.notStarted;
}
