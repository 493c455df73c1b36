import { describe, expect, it } from 'vitest';
import { fc } from '../../test/properties.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';

describe('the cursor codec', () => {
  const position = fc.tuple(fc.nat(), fc.oneof(fc.string({ unit: 'grapheme' }), fc.nat()));
  const params = fc.array(fc.tuple(fc.string(), fc.jsonValue()));

  it('decodes its own cursors, whose text needs no escaping in a URL', () => {
    fc.assert(
      fc.property(fc.string(), position, params, (operation, at, values) => {
        const cursor = encodeCursor(operation, at, values);
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(decodeCursor(operation, cursor, values)).toEqual(at);
      }),
    );
  });

  it('refuses a cursor that was changed, belongs to another endpoint or other params, or is nonsense', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...'abcXYZ019-_'), (index, character) => {
        const cursor = encodeCursor('a/b.list', [0, 'position'], [['first', 5]]);
        const at = index % cursor.length;
        const changed = cursor.slice(0, at) + character + cursor.slice(at + 1);
        const read = decodeCursor('a/b.list', changed, [['first', 5]]);
        // The last character may carry bits that decoding ignores, in which case nothing has changed.
        if (typeof read !== 'string') expect(read).toEqual([0, 'position']);
        expect(typeof decodeCursor('a/c.list', cursor, [['first', 5]])).toBe('string');
        expect(typeof decodeCursor('a/b.list', cursor, [['first', 6]])).toBe('string');
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => typeof decodeCursor('x', text, []) === 'string'));
  });

  it('names the parameter for the page size, because a cursor belongs to one size', () => {
    const cursor = encodeCursor('x', [0], [['limit', 5]]);
    expect(decodeCursor('x', cursor, [['limit', 6]], 'limit')).toContain('different params, such as another limit');
  });

  it('explains that a cursor has a later format', () => {
    expect(decodeCursor('x', btoa(encodeURIComponent('[2,"x",[0],"h"]')), [])).toContain(
      'the cursor was written by a later release (format 2',
    );
  });
});
