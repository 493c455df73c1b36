import { createHash } from 'node:crypto';
import type { Clock } from '../../clock/clock.ts';

/** Terms that an authorization code is bound to. */
export interface CodeTerms<Grant> {
  readonly grant: Grant;
  readonly clientId: string;
  readonly redirectUri: string;
  /** The S256 challenge of PKCE, where the app sent one. */
  readonly challenge?: string | undefined;
}

/** Proof that the app sends with a code. */
export interface CodeProof {
  readonly clientId: string;
  readonly redirectUri: string | undefined;
  readonly verifier?: string | undefined;
  /** Whether the app proved who it is by its secret. */
  readonly confidential: boolean;
}

/** Why a code is refused. */
export type CodeFault = 'unknown' | 'secret' | 'expired' | 'redirect' | 'verifier';

interface CodeRules<Grant> {
  readonly clock: Clock;
  readonly seconds: number;
  make(): string;
  /** Ends all that came of a code which was used twice; `ended` is true from then on. */
  endGrant(grant: Grant): void;
}

/** Authorization codes: bound to what they were asked with, for one exchange, for a short while. */
export function createCodes<Grant extends { readonly ended: boolean }>({
  clock,
  seconds,
  make,
  endGrant,
}: CodeRules<Grant>) {
  const codes = new Map<string, CodeTerms<Grant> & { readonly expiresAt: number; used: boolean }>();
  return {
    issue(terms: CodeTerms<Grant>): string {
      const code = make();
      codes.set(code, { ...terms, expiresAt: clock.now() + seconds * 1000, used: false });
      return code;
    },

    /** The grant of a code, or why not. A failed attempt does not use the code up. */
    redeem(code: string, { clientId, redirectUri, verifier, confidential }: CodeProof): Grant | CodeFault {
      const known = codes.get(code);
      if (known?.clientId !== clientId) return 'unknown';
      if (!confidential && known.challenge === undefined) return 'secret';
      if (known.used && !known.grant.ended) endGrant(known.grant); // RFC 6749 §4.1.2: one of the two who had it is a thief
      if (known.grant.ended) return 'unknown';
      if (clock.now() >= known.expiresAt) return 'expired';
      if (redirectUri !== known.redirectUri) return 'redirect';
      if (!isVerified(known.challenge, verifier)) return 'verifier';
      known.used = true;
      return known.grant;
    },
  };
}

/** RFC 7636 §4.6; a verifier without a challenge is a challenge that somebody took away, RFC 9700 §2.1.1. */
function isVerified(challenge: string | undefined, verifier: string | undefined): boolean {
  if (challenge === undefined || verifier === undefined) return challenge === verifier;
  return /^[\w.~-]{43,128}$/.test(verifier) && createHash('sha256').update(verifier).digest('base64url') === challenge;
}
