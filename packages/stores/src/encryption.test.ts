import { createCipheriv } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createSealer } from './encryption.ts';

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const text = '{"version":1,"accessToken":"access-secret äöü 🎧"}';
const withKeys = (...keys: (string | Uint8Array)[]) => createSealer({ keys });

/** Encrypts as @x/redis did before core had encryption. */
function sealedByNode(key: Buffer, plain: string, name: string): string {
  const iv = Buffer.alloc(12, 5);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return `aes-256-gcm:${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')}`;
}

describe('an encrypted entry', () => {
  it('is decrypted with the key that encrypted it, and never looks the same twice', async () => {
    const [one, other] = await Promise.all([1, 2].map(() => withKeys(keyOf(1)).seal(text, 'k')));
    expect(one).toMatch(/^aes-256-gcm:[\w+/]+=*$/);
    expect(one).not.toBe(other);
    for (const each of [one, other]) expect(await withKeys(keyOf(1)).open(String(each), 'k')).toBe(text);
    expect(Buffer.from(String(one), 'base64').toString('latin1')).not.toContain('secret');
  });

  it("has the format that earlier releases of @x/redis wrote with Node's crypto", async () => {
    const stored = sealedByNode(Buffer.alloc(32, 1), text, 'account ä');
    expect(await withKeys(keyOf(1)).open(stored, 'account ä')).toBe(text);
  });

  it('is read with an old key during a key change, and written with the new one', async () => {
    const old = await withKeys(keyOf(1)).seal(text, 'k');
    const rotating = withKeys(keyOf(2), keyOf(1));
    expect(await rotating.open(old, 'k')).toBe(text);
    expect(await withKeys(keyOf(2)).open(await rotating.seal(text, 'k'), 'k')).toBe(text);
  });

  it('is refused with another key, in the place of another entry, and with any byte changed, without revealing any of it', async () => {
    const sealer = withKeys(keyOf(1));
    const stored = await sealer.seal(text, 'k');
    const bytes = Buffer.from(stored.slice('aes-256-gcm:'.length), 'base64');
    const changed = Array.from(
      bytes,
      (byte, index) => `aes-256-gcm:${Buffer.from(bytes.with(index, byte ^ 1)).toString('base64')}`,
    );
    const cut = ['', 'AAAA', '%%%', stored.slice(12, 40), stored.slice(12, -8)].map((each) => `aes-256-gcm:${each}`);
    const failures = await Promise.all([
      withKeys(keyOf(2), keyOf(3)).open(stored, 'k').catch(inspect),
      sealer.open(stored, 'k2').catch(inspect),
      ...[...changed, ...cut].map((each) => sealer.open(each, 'k').catch(inspect)),
    ]);
    for (const failure of failures) {
      expect(failure).toMatch(/cannot be decrypted: it was written with another key, or changed since/);
      expect(failure).not.toContain('secret');
      expect(failure).not.toContain(stored.slice(20, 40));
      expect(failure).not.toContain(keyOf(1));
    }
  });
});

describe('an entry that is not encrypted', () => {
  it('is read by a store with keys only if it allows plain entries', async () => {
    await expect(withKeys(keyOf(1)).open(text, 'k')).rejects.toThrow(/is not encrypted. Set encryption.allowPlain/);
    expect(await createSealer({ keys: [keyOf(1)], allowPlain: true }).open(text, 'k')).toBe(text);
  });

  it('is written and read unchanged without keys, while an encrypted one is refused', async () => {
    const plain = createSealer(undefined);
    expect(await plain.open(await plain.seal(text, 'k'), 'k')).toBe(text);
    const stored = await withKeys(keyOf(1)).seal(text, 'k');
    await expect(plain.open(stored, 'k')).rejects.toThrow(/is encrypted, and the store has no key/);
  });
});

describe('a key', () => {
  it.each([
    ['base64', keyOf(251)],
    ['URL-safe base64', Buffer.alloc(32, 251).toString('base64url')],
    ['base64 with a line break at its end', `${keyOf(251)}\n`],
    ['bytes', Buffer.alloc(32, 251)],
    ['a view into other bytes', new Uint8Array(64).fill(251).subarray(7, 39)],
  ])('may be %s', async (_, key) => {
    const stored = await withKeys(new Uint8Array(32).fill(251)).seal(text, 'k');
    expect(await withKeys(key).open(stored, 'k')).toBe(text);
  });

  it.each([
    ['too short', [Buffer.alloc(31)], /keys\[0\] must be 32 bytes, or their base64/],
    ['not base64', ['a password!'], /keys\[0\] must be 32 bytes, or their base64.*; got a string of 11 characters/],
    ['an old one that is too long', [keyOf(1), Buffer.alloc(33)], /keys\[1\] must be 32 bytes, or their base64/],
    ['missing', [], /keys must have at least one key/],
    ['a string instead of an array', keyOf(1) as never, /Put a single key into an array/],
  ])('is refused at once when it is %s', (_, keys, message) => {
    expect(() => createSealer({ keys })).toThrow(message);
  });
});
