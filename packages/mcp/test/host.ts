import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServers, type McpServerOptions } from '../src/server.ts';

/** A host that is connected to a server. */
export interface Host {
  client: Client;
  /** Texts that the user was asked to confirm. */
  asked: string[];
  call(name: string, given: object): Promise<{ text: string; data?: unknown; isError: boolean }>;
}

/** Connects a host to a server; `answer` is its user's answer, undefined if it cannot ask. */
export async function connectHost(options: McpServerOptions, answer?: boolean): Promise<Host> {
  const create = createMcpServers(options);
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: answer === undefined ? {} : { elicitation: {} }, versionNegotiation: { mode: 'auto' } },
  );
  const asked: string[] = [];
  if (answer !== undefined)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
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
