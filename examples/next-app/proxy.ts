import { type NextRequest, NextResponse } from 'next/server';
import { newSession, sessionOf } from '../web-app/session.ts';

export const config = { matcher: '/' };

// Set the cookie here, because a page cannot.
export function proxy({ headers }: NextRequest) {
  const next = NextResponse.next();
  const session = sessionOf(headers.get('cookie'));
  if (!session) next.headers.set('set-cookie', newSession());
  return next;
}
