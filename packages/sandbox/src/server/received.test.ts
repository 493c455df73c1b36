import { describe, expect, it } from 'vitest';
import { openSandbox, withToken } from '../../test/sandbox.ts';
import type { ExpectedRequest } from './received.ts';
import '../runners/vitest.ts';

async function start() {
  const sandbox = await openSandbox({ listen: false });
  const post = (path: string, body: object) =>
    sandbox.fetch(sandbox.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-team': 'blue' },
      body: JSON.stringify(body),
    });
  await post('/bank/transactions/sync', {
    access_token: 'hush',
    count: 500,
    options: { days_requested: 30, deep: [1] },
  });
  await post('/bank/transactions/sync', { access_token: 'hush', count: 100 });
  await sandbox.fetch(`${sandbox.url}/quotes/api/quotes/random?tags=love&tags=war&limit=2`);
  await sandbox.fetch(`${sandbox.url}/stream/id/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_secret: 'hush' }),
  });
  return sandbox;
}

const sync = '/transactions/sync';

describe('requests that arrived', () => {
  it.each<[ExpectedRequest, ids: number[]]>([
    [{}, [1, 2, 3, 4]],
    [{ path: sync }, [1, 2]],
    [{ path: /^\/transactions/, times: 2 }, [1, 2]],
    [{ path: { pattern: 'SYNC', flags: 'i' }, method: 'post' }, [1, 2]],
    [{ body: { count: 100 } }, [2]],
    [{ body: { options: { days_requested: 30 } }, times: 1 }, [1]],
    [{ body: { options: { deep: [1] } } }, [1]],
    [{ body: '{"access_token":"hush","count":100}' }, [2]],
    [{ body: { grant_type: 'client_credentials' } }, [4]],
    [{ query: { tags: ['love', 'war'], limit: '2' } }, [3]],
    [{ headers: { 'X-Team': 'blue' }, provider: 'bank', status: 400 }, [1, 2]],
    [{ path: '/nowhere', times: 0 }, []],
  ])('are found by %j', async (expected, ids) => {
    const { requests } = await start();
    expect(requests.expectReceived(expected).map(({ id }) => id)).toEqual(ids);
    expect(requests).toHaveReceived(expected);
  });

  it('are listed with their differences if none matches, without secrets', async () => {
    const { requests } = await start();
    const expected = { path: sync, times: 1, body: { count: 250, access_token: 'hush-hush' } };
    const failure = (): string => {
      try {
        requests.expectReceived(expected);
      } catch (error) {
        return `${(error as Error).name}: ${(error as Error).message}`;
      }
      return 'received';
    };
    expect(failure()).toBe(
      `ExpectationError: expectReceived: expected 1 request with path /transactions/sync, body {"count":250,"access_token":"[hidden]"}; 0 arrived.
Requests to the sandbox:
  POST /bank/transactions/sync 400: body.count is 500, not 250; body.access_token is [hidden], not [hidden]
  POST /bank/transactions/sync 400: body.count is 100, not 250; body.access_token is [hidden], not [hidden]
  GET /quotes/api/quotes/random 500: path is not /transactions/sync; body is "", not {"count":250,"access_token":"[hidden]"}
  POST /stream/id/oauth2/token 400: path is not /transactions/sync; body.count is missing, not 250; body.access_token is missing, not [hidden]`,
    );
    expect(() => expect(requests).toHaveReceived(expected)).toThrow('expected 1 request with path /transactions/sync');
  });

  it('fail the check if there are more or fewer than expected, or none were expected', async () => {
    const { requests } = await start();
    expect(() => requests.expectReceived({ path: sync, times: 3 })).toThrow('expected 3 requests with path');
    expect(() => requests.expectReceived({ path: sync, times: 3 })).toThrow('2 arrived.');
    expect(() => requests.expectReceived({ times: 0 })).toThrow('expected 0 requests of any kind; 4 arrived.');
    requests.length = 0;
    expect(() => requests.expectReceived({})).toThrow('0 arrived.\nRequests to the sandbox: none');
    expect(requests).not.toHaveReceived({ path: sync });
    expect(() => expect(requests).not.toHaveReceived({ times: 0 })).toThrow('not expectReceived');
    expect(requests).toEqual([]);
  });

  it.each([
    [{ paht: sync }, 'expectReceived: unknown option paht; did you mean path?'],
    [{ path: 'transactions' }, "expectReceived: path must be a path below the provider's prefix"],
    [{ times: -1 }, 'expectReceived: times must be a whole number of at least 0; got -1'],
    [undefined, 'expectReceived: expected must be an object such as'],
  ])('cannot be found by %j', async (expected, message) => {
    const { requests } = await start();
    expect(() => requests.expectReceived(expected as object)).toThrow(
      expect.objectContaining({ code: 'invalid_params', message: expect.stringContaining(message) }),
    );
  });

  it('are verified over the control API', async () => {
    const sandbox = await start();
    const ask = async (expected: object) => {
      const { headers } = withToken(sandbox);
      const response = await sandbox.fetch(`${sandbox.controlApi.url}/requests/expectReceived`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(expected),
      });
      return { status: response.status, body: await response.json() };
    };
    expect(await ask({ path: { pattern: 'sync$' }, times: 2 })).toMatchObject({
      status: 200,
      body: [{ id: 1 }, { id: 2 }],
    });
    const { status, body } = await ask({ path: sync, times: 1 });
    expect([status, body.error.code]).toEqual([409, 'not_received']);
    expect(body.error.message).toContain('expected 1 request with path /transactions/sync; 2 arrived.');
    expect(await ask({ tims: 1 })).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
  });
});
