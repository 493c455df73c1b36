import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Grant } from '../declare/token-store.ts';
import { createGrant, parseGrant, serializeGrant } from './grant.ts';

const grantOf = (name: string): Grant =>
  createGrant({ accessToken: `access-${name}`, refreshToken: `refresh-${name}`, obtainedAt: 0, expiresAt: 3_600_000 });

describe('a grant', () => {
  it('is plain data whose tokens are hidden from logs', () => {
    const grant = grantOf('one');
    for (const copy of [{ ...grant }, JSON.parse(JSON.stringify(grant)), structuredClone(grant)])
      expect(copy).toEqual(grant);
    for (const shown of [inspect(grant), inspect({ a: [grant] }, { showHidden: true, depth: 9 })]) {
      expect(shown).not.toContain('-one');
      expect(shown).toContain("accessToken: '[redacted]'");
    }
    expect([grant.accessToken, grant.refreshToken]).toEqual(['access-one', 'refresh-one']);
  });

  it('is read from its stored form, which is refused if it is damaged or has a later format', () => {
    const read = parseGrant(serializeGrant(grantOf('one')));
    expect([read, read.accessToken, read.refreshToken]).toEqual([grantOf('one'), 'access-one', 'refresh-one']);
    const later = serializeGrant(grantOf('secret')).replace('"version":1', '"version":7');
    expect(() => parseGrant(later)).toThrow('format 7, and this release reads format 1');
    for (const damaged of ['', 'nonsense access-secret', '{}', 'null'])
      expect(() => parseGrant(damaged)).toThrow(/^the stored grant is corrupted/);
  });
});
