import { isApiError } from '@x/core';
import { operationsOf } from '@x/core/provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, undocumented } from './answers.ts';
import { failure } from './failure.ts';

/** A case for one endpoint: a call that must work, and one that must be refused before any request. */
export interface EndpointCase<Client, Given = unknown> {
  /** Prepares the data for the call, through other calls of the same user. */
  given?(client: Client): PromiseLike<Given>;
  /** Calls the endpoint first, then checks its result. */
  works(client: Client, given: Given): PromiseLike<unknown>;
  refused(client: Client): PromiseLike<unknown>;
}

/** A case for each endpoint of the tree, by its name on the client. */
export type EndpointTable<Client = unknown> = Record<string, EndpointCase<Client, never>>;

/** Checks the type of the result of a case's `given` against the parameter of its `works`. */
export const endpointCase = <Client, Given>(it: EndpointCase<Client, Given>) => it as EndpointCase<Client, never>;

/** Setup for the endpoint tests. */
export interface EndpointTest<Client> {
  /** Opens the server and the clients before the first test of the file. */
  open(): PromiseLike<unknown>;
  /** Closes them after the last test. */
  close(): PromiseLike<unknown>;
  readonly table: EndpointTable<Client>;
  /** Every request that reached the server. */
  requests(): readonly unknown[];
  /** Returns a client with all permissions. If users sign in, it acts for a user with every scope. */
  client(): Client;
  /** Returns a client that acts for nobody, if users sign in. */
  appClient?(): Client;
  /**
   * Returns a client that acts for the same user with a grant without scopes, if users sign in. The client does not
   * know about the missing scopes.
   */
  bareClient?(): Client;
  /** Returns every response that the clients received. */
  answers?(): readonly Answer[];
  /** Fields of responses that are internal to the provider. */
  readonly internal?: RegExp;
}

/** Tests every endpoint of the tree from one table, which must cover the tree exactly. */
export function describeEndpoints<Client>(endpoints: object, test: EndpointTest<Client>): void {
  const { open, close, table, requests, client, appClient, bareClient, answers, internal } = test;
  const operations = new Map(operationsOf(endpoints));

  beforeAll(async () => {
    await open();
  });
  afterAll(async () => {
    await close();
  });

  it('the table covers the tree', () => {
    expect(Object.keys(table).sort()).toEqual([...operations.keys()].sort());
  });

  describe.each(Object.entries(table))('%s', (name, { given, works, refused }) => {
    const { auth = 'none', scopes = [] } = operations.get(name) ?? {};
    const prepared = async () => (await given?.(client())) as never;
    /** Returns the error of the first call of `works` by a client without permission. */
    async function failureAs(somebody: Client) {
      const made = await prepared();
      const before = requests().length;
      const error = await failure(works(somebody, made));
      return { error, sent: requests().length - before };
    }

    it('works end to end', async () => {
      await works(client(), await prepared());
    });

    it('refuses bad params before any request', async () => {
      const before = requests().length;
      const error = await failure(refused(client()));
      expect(isApiError(error) && error.code, String(error)).toBe('invalid_params');
      expect(requests()).toHaveLength(before);
    });

    if (appClient && auth === 'user')
      it('requires a user before any request', async () => {
        const { error, sent } = await failureAs(appClient());
        expect(error).toMatchObject({ code: 'unauthenticated', operation: name });
        expect(sent).toBe(0);
      });

    if (bareClient && scopes.length > 0)
      it('the server requires the declared scopes', async () => {
        const { error } = await failureAs(bareClient());
        expect(error).toMatchObject({ code: 'permission_denied', operation: name });
        const named = String(error).match(/[a-z]+(?::[a-z_]+)+/g);
        // Only one of the two servers names the scopes.
        if (named) expect(new Set(named)).toEqual(new Set(scopes));
      });
  });

  if (answers)
    it('no response has fields that the declarations lack', () => {
      const members = undocumented([...operations.values()], answers());
      expect(members.filter((member) => !internal?.test(member))).toEqual([]);
    });
}
