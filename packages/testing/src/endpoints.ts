import { isApiError } from '@x/core';
import { operationsOf } from '@x/core/provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, undocumented } from './answers.ts';
import { failure } from './failure.ts';

/**
 * A case for one endpoint: a call that must work, and one that must be refused before any request. Each gets the client
 * and the stage, which holds everything that a file's tests share, such as the sandbox.
 */
export interface EndpointCase<Client, Stage = object, Given = unknown> {
  /** Prepares the data for the call, through other calls of the same user. */
  given?(client: Client, stage: Stage): PromiseLike<Given>;
  /** Calls the endpoint first, then checks its result. */
  works(client: Client, stage: Stage & { readonly given: Given }): PromiseLike<unknown>;
  refused(client: Client, stage: Stage): PromiseLike<unknown>;
}

/** A case for each endpoint of the tree, by its name on the client. */
export type EndpointTable<Client, Stage = object> = Record<string, EndpointCase<Client, Stage, never>>;

/** Checks the type of the result of a case's `given` against the `given` that its `works` gets. */
export const endpointCase = <Client, Stage, Given>(it: EndpointCase<Client, Stage, Given>) =>
  it as EndpointCase<Client, Stage, never>;

/** Setup for the endpoint tests. */
export interface EndpointTest<Client, Stage> {
  /** Opens the server and the clients before the first test of the file. */
  open(): PromiseLike<Stage>;
  /** Closes them after the last test. */
  close(stage: Stage): PromiseLike<unknown>;
  readonly table: EndpointTable<Client, Stage>;
  /** Returns every request that reached the server. */
  requests(stage: Stage): readonly unknown[];
  /** Returns a client with all permissions. If users sign in, it acts for a user with every scope. */
  client(stage: Stage): Client;
  /** Returns a client that acts for nobody, if users sign in. */
  appClient?(stage: Stage): Client;
  /**
   * Returns a client that acts for the same user with a grant without scopes, if users sign in. The client does not
   * know about the missing scopes.
   */
  bareClient?(stage: Stage): Client;
  /** Returns every response that the clients received. */
  answers?(stage: Stage): readonly Answer[];
  /** Fields of responses that are internal to the provider. */
  readonly internal?: RegExp;
}

/**
 * Tests every endpoint of the tree from one table, which must cover the tree exactly. Returns a function that returns
 * the stage, for the file's other tests.
 */
export function describeEndpoints<Client, Stage>(endpoints: object, test: EndpointTest<Client, Stage>): () => Stage {
  const { open, close, table, requests, client, appClient, bareClient, answers, internal } = test;
  const operations = new Map(operationsOf(endpoints));
  const opened: Stage[] = [];
  const stage = () => opened[0] as Stage;

  beforeAll(async () => {
    opened.push(await open());
  });
  afterAll(async () => {
    await close(stage());
  });

  it('the table covers the tree', () => {
    expect(Object.keys(table).sort()).toEqual([...operations.keys()].sort());
  });

  describe.each(Object.entries(table))('%s', (name, { given, works, refused }) => {
    const { auth = 'none', scopes = [] } = operations.get(name) ?? {};
    const prepared = async () => ({ ...stage(), given: (await given?.(client(stage()), stage())) as never });
    /** Returns the error of the first call of `works` by a client without permission. */
    async function failureAs(somebody: Client) {
      const made = await prepared();
      const before = requests(stage()).length;
      const error = await failure(works(somebody, made));
      return { error, sent: requests(stage()).length - before };
    }

    it('works end to end', async () => {
      await works(client(stage()), await prepared());
    });

    it('refuses bad params before any request', async () => {
      const before = requests(stage()).length;
      const error = await failure(refused(client(stage()), stage()));
      expect(isApiError(error) && error.code, String(error)).toBe('invalid_params');
      expect(requests(stage())).toHaveLength(before);
    });

    if (appClient && auth === 'user')
      it('requires a user before any request', async () => {
        const { error, sent } = await failureAs(appClient(stage()));
        expect(error).toMatchObject({ code: 'unauthenticated', operation: name });
        expect(sent).toBe(0);
      });

    if (bareClient && scopes.length > 0)
      it('the server requires the declared scopes', async () => {
        const { error } = await failureAs(bareClient(stage()));
        expect(error).toMatchObject({ code: 'permission_denied', operation: name });
        const named = String(error).match(/[a-z]+(?::[a-z_]+)+/g);
        // Only one of the two servers names the scopes.
        if (named) expect(new Set(named)).toEqual(new Set(scopes));
      });
  });

  if (answers)
    it('no response has fields that the declarations lack', () => {
      const members = undocumented([...operations.values()], answers(stage()));
      expect(members.filter((member) => !internal?.test(member))).toEqual([]);
    });

  return stage;
}
