import assert from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import { encodeCursor } from '../../../packages/core/src/paging/cursor.ts';
import { clientsOf, errorOf, fc, holds, nastyText, nastyValue, sessionOf } from './fuzz-kit.ts';
import { around, attempt, server } from './fuzz-world.ts';
import { operations } from './operations.ts';
import { noteUnhandled } from './unhandled.ts';

// Fuzzes inputs from callers, and from anyone who sends data to callers.

noteUnhandled();

/** Returns an operation's path as a regular expression in which each parameter matches one segment. */
const pathOf = (path: string) => path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+');
const empty = () => new Response('{}');

const withIds = operations.filter(({ spec }) => spec.params);
const lists = operations.filter(({ spec }) => 'paging' in spec && !spec.params && spec.paging.kind !== 'single');
const address = fc.oneof(
  nastyText,
  fc.tuple(nastyText, nastyText, nastyText).map(([name, state, code]) => {
    const url = new URL(redirectUri);
    url.searchParams.set(name, code);
    url.searchParams.set('state', state);
    return url.href;
  }),
);
const signIns = fc.constantFrom('stream', 'music');
const { redirectUri } = sessionOf('music', '');

it("any params lead to a result or an ApiError, and to requests to the endpoint's path only", () =>
  holds(
    3000,
    fc.asyncProperty(
      fc.nat(),
      fc.array(nastyValue, { minLength: 12, maxLength: 12 }),
      fc.nat(4095),
      async (index, given, mask) => {
        const { provider, name, spec } = around(operations, index);
        const names = [spec.params, spec.query, spec.body].flatMap((schema) => Object.keys(schema?.entries ?? {}));
        const required = Object.keys(spec.params?.entries ?? {});
        const params = Object.fromEntries(
          names
            .filter((each, place) => required.includes(each) || (mask >> (place % 12)) & 1)
            .map((each, place) => [each, given[place % 12]]),
        );
        await attempt({ provider, name }, [params], empty, new RegExp(`^/${provider}.*${pathOf(spec.path)}$`));
      },
    ),
  ));

it('any ID stays within one segment of the path', () =>
  holds(
    1000,
    fc.asyncProperty(fc.nat(), fc.array(nastyText, { minLength: 3, maxLength: 3 }), async (index, ids) => {
      const { provider, name, spec } = around(withIds, index);
      const params = Object.fromEntries(Object.keys(spec.params?.entries ?? {}).map((each, at) => [each, ids[at]]));
      const paths = new RegExp(`^/${provider}(/helix|/api)?${pathOf(spec.path)}$`);
      await attempt({ provider, name }, [params], empty, paths);
    }),
  ));

it('params that are not an object are refused', () =>
  holds(
    300,
    fc.asyncProperty(fc.nat(), fc.constantFrom(null, 7, 'text', true), async (index, params) => {
      const { error, asked } = await attempt(around(operations, index), [params]);
      assert.deepEqual([error?.code, asked], ['invalid_params', 0]);
    }),
  ));

it('any text as a cursor is refused before any request', () =>
  holds(
    1000,
    fc.asyncProperty(fc.nat(), nastyText, async (index, cursor) => {
      const { error, asked } = await attempt(around(lists, index), [{}, { cursor }]);
      assert.match(String(error?.code), /^invalid_(cursor|params)$/);
      assert.equal(asked, 0);
    }),
  ));

it('forged cursors lead to a result or an ApiError', () =>
  holds(
    1000,
    fc.asyncProperty(
      fc.nat(),
      fc.oneof(nastyValue, fc.tuple(nastyValue, nastyValue), fc.tuple(fc.constant(0), nastyText)),
      async (index, position) => {
        const { provider, name } = around(lists, index);
        let cursor: string;
        try {
          cursor = encodeCursor(`${provider}/${name}`, position as never, []);
        } catch {
          return; // not representable as JSON
        }
        await attempt({ provider, name }, [{}, { cursor }], () => Response.json({ data: [], pagination: {} }));
      },
    ),
  ));

it('cursors with a changed character lead to a result or an ApiError', () =>
  holds(
    500,
    fc.asyncProperty(fc.nat(), fc.nat(), fc.constantFrom('A', '_', '=', '%', '\0', ''), async (index, at, by) => {
      const { provider, name } = around(lists, index);
      const cursor = encodeCursor(`${provider}/${name}`, [0, '5'], []);
      const place = at % cursor.length;
      const changed = cursor.slice(0, place) + by + cursor.slice(place + 1);
      await attempt({ provider, name }, [{}, { cursor: changed }]);
    }),
  ));

it('unexpected callback URLs are refused before any request', () =>
  holds(
    500,
    fc.asyncProperty(address, nastyText, signIns, async (callbackUrl, account, provider) => {
      const { fetch, asked } = server(empty);
      const error = await errorOf(() =>
        clientsOf({ fetch })[provider].oauth.exchange({
          account,
          callbackUrl,
          session: sessionOf(provider, 'the state that nobody guesses'),
        }),
      );
      assert.equal(error?.code, 'invalid_params');
      assert.equal(asked(), 0);
    }),
  ));

it('callback URLs with the right state lead to a grant or an ApiError', () =>
  holds(
    500,
    fc.asyncProperty(nastyText, nastyText, nastyText, signIns, async (state, code, error, provider) => {
      const { fetch, wrong } = server(empty);
      await errorOf(() =>
        clientsOf({ fetch })[provider].oauth.exchange({
          account: 'ann',
          session: sessionOf(provider, state),
          callbackUrl: `${redirectUri}?${new URLSearchParams({ state, code, ...(error && { error }) })}`,
        }),
      );
      assert.deepEqual(wrong, []);
    }),
  ));

describe('of the cases that fuzzing found,', () => {
  const clientOf = (answer: () => Response) => clientsOf({ fetch: server(answer).fetch }).stream;

  it('half of a surrogate pair is an invalid param', async () => {
    const call = clientOf(empty).games.list({ name: ['\ud800'] });
    expect(await errorOf(() => call)).toMatchObject({ code: 'invalid_params' });
  });

  it.each([{}, null, 7, [{ toString: [] }, null]])('%j as a position is an invalid cursor', async (position) => {
    const cursor = encodeCursor('stream/games.top', position as never, []);
    const call = clientOf(() => Response.json({ data: [], pagination: {} })).games.top({}, { cursor });
    expect(await errorOf(() => call)).toMatchObject({ code: 'invalid_cursor' });
  });
});
