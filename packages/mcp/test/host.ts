import { Client, type ClientOptions, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServers, type McpServerOptions } from '../src/server.ts';

/** A host that is connected to a server. */
export interface Host {
  client: Client;
  /** Texts that the user was asked to confirm. */
  asked: string[];
  call(name: string, given: object): Promise<{ text: string; data?: unknown; isError: boolean }>;
}

/** Visits the page that the server sends the user to. */
export type Visit = (page: { readonly url: string; readonly message: string }) => Promise<void>;

/** How a client agrees on a version of the protocol. */
export type Mode = NonNullable<NonNullable<ClientOptions['versionNegotiation']>['mode']>;

/**
 * Connects a host to a server.
 *
 * @param answer Its user's answer, or how they visit pages. Undefined: the host cannot ask.
 * @param mode Default `auto`.
 */
export async function connectHost(
  options: McpServerOptions,
  answer?: boolean | Visit,
  mode: Mode = 'auto',
): Promise<Host> {
  const create = createMcpServers(options);
  const client = new Client(
    { name: 'test', version: '1' },
    {
      capabilities: answer === undefined ? {} : { elicitation: { form: {}, url: {} } },
      versionNegotiation: { mode },
    },
  );
  const asked: string[] = [];
  if (answer !== undefined)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params.message);
      if (typeof answer === 'function' && 'url' in params) await answer(params);
      return answer ? { action: 'accept', content: { confirm: true } } : { action: 'decline' };
    });
  const [own, transport] = InMemoryTransport.createLinkedPair();
  serveStdio(create, { transport });
  await client.connect(own);
  return {
    client,
    asked,
    async call(name, given) {
      const result = await client.callTool({ name, arguments: { ...given } });
      const [content] = result.content as { text: string }[];
      const data = result.structuredContent;
      return { text: content?.text ?? '', isError: result.isError === true, ...(data !== undefined && { data }) };
    },
  };
}

/** Returns the description of an error. The text that a provider wrote comes after it. */
export const errorIn = ({ text }: { text: string }) => JSON.parse(text.split('\n')[0] ?? '');
export const codeOf = (result: { text: string }): string => errorIn(result).code;

/** Returns the data between the boundary lines. */
export const dataIn = (text: string): string => {
  const [first = '', ...rest] = text.split('\n');
  const [, boundary = ''] = /up to the line (\w+)\./.exec(first) ?? [];
  return rest.slice(0, rest.indexOf(boundary)).join('\n');
};
