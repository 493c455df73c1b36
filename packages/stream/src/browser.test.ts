import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStreamClient, isApiError } from './index.ts';

const clientId = 'client-id-1234';
const withSecret = { clientId, clientSecret: 'client-secret-1234' };
const withoutSecret = { clientId, clientType: 'public' } as const;
const extension = { secret: 'c2VjcmV0', ownerId: '1' };

beforeEach(() => {
  vi.stubGlobal('document', {});
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  ['a client secret', () => createStreamClient(withSecret)],
  ['the secret of an extension', () => createStreamClient({ ...withoutSecret, extension })],
])('a client with %s is refused in a browser', (_, create) => {
  expect(create).toThrow(
    expect.toSatisfy(
      (error) =>
        isApiError(error, 'not_supported') &&
        /must not reach a browser.*allowBrowser: true/.test(error.message) &&
        !/client-secret-1234|c2VjcmV0/.test(error.message),
    ),
  );
});

it.each([
  ['without secrets', () => createStreamClient(withoutSecret)],
  ['with allowBrowser', () => createStreamClient({ ...withSecret, allowBrowser: true })],
])('a client %s is created in a browser', (_, create) => {
  expect(create().health().state).toBe('open');
});
