import { createHash } from 'node:crypto';
import type { Clock } from '../../shared/clock.ts';

/** Terms that an authorization code is bound to. */
export interface CodeTerms<Grant> {
  readonly grant: Grant;
  readonly clientId: string;
  readonly redirectUri: string;
  /** The PKCE challenge (S256), if the app sent one. */
  readonly challenge?: string | undefined;
}

/** Proof that the app sends with a code. */
export interface CodeProof {
  readonly clientId: string;
  readonly redirectUri: string | undefined;
  readonly verifier?: string | undefined;
  /** Whether the app authenticated with its secret. */
  readonly confidential: boolean;
}

/** Reason why a code is refused. */
export type CodeFault = 'unknown' | 'secret' | 'expired' | 'redirect' | 'verifier';

interface CodeRules<Grant> {
  readonly clock: Clock;
  readonly seconds: number;
  make(): string;
  /** Ends the grant of a code that was used twice. Its `ended` is then true. */
  endGrant(grant: Grant): void;
}

/** Creates authorization codes. Each is bound to the terms of its request, works once, and expires soon. */
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

    /** Returns the grant of a code, or why it is refused. A failed attempt does not use up the code. */
    redeem(code: string, { clientId, redirectUri, verifier, confidential }: CodeProof): Grant | CodeFault {
      const known = codes.get(code);
      if (known?.clientId !== clientId) return 'unknown';
      if (!confidential && known.challenge === undefined) return 'secret';
      if (known.used && !known.grant.ended) endGrant(known.grant); // RFC 6749 §4.1.2: the code may have been stolen
      if (known.grant.ended) return 'unknown';
      if (clock.now() >= known.expiresAt) return 'expired';
      if (redirectUri !== known.redirectUri) return 'redirect';
      if (!isVerified(known.challenge, verifier)) return 'verifier';
      known.used = true;
      return known.grant;
    },
  };
}

/**
 * Returns whether the verifier fits the challenge (RFC 7636 §4.6). A verifier without a challenge means that someone
 * removed the challenge (RFC 9700 §2.1.1).
 */
function isVerified(challenge: string | undefined, verifier: string | undefined): boolean {
  if (challenge === undefined || verifier === undefined) return challenge === verifier;
  return /^[\w.~-]{43,128}$/.test(verifier) && createHash('sha256').update(verifier).digest('base64url') === challenge;
}
