import { fileURLToPath } from 'node:url';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { catalogOf } from '@x/testing/catalogs';
import { bareEnvironment } from '@x/testing/programs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { codeOf } from '../test/host.ts';
import { serveHttp } from './http.ts';
import { createMcpServers } from './server.ts';

type Mode = NonNullable<NonNullable<ClientOptions['versionNegotiation']>['mode']>;

/** Both official clients, the newer one in each of its modes, and the protocol that each agrees on. */
const hosts: [string, Mode | 'old' | 'codex', string][] = [
  ['that knows the protocols up to 2025-06-18, as Codex', 'codex', '2025-06-18'],
  ['of version 1', 'old', '2025-11-25'],
  ['of version 2 in the mode legacy', 'legacy', '2025-11-25'],
  ['of version 2 in the mode auto', 'auto', '2026-07-28'],
  ['of version 2 that is pinned', { pin: '2026-07-28' }, '2026-07-28'],
];

const name = { name: 'test', version: '1' };
const capabilities = { elicitation: {} };
const confirmed = { action: 'accept' as const, content: { confirm: true } };
const [command, args] = [
  process.execPath,
  ['--conditions=@x/source', fileURLToPath(new URL('./cli.ts', import.meta.url)), 'quotes'],
];
const env = bareEnvironment;

/** Creates a host that confirms everything, and returns the texts that its user was asked. */
function hostOf(mode: Mode | 'old' | 'codex') {
  const asked: string[] = [];
  if (mode === 'old') {
    const client = new OldClient(name, { capabilities });
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message);
      return confirmed;
    });
    return { client, asked };
  }
  const client = new Client(
    name,
    mode === 'codex'
      ? { capabilities, supportedProtocolVersions: ['2025-06-18', '2025-03-26'] }
      : { capabilities, versionNegotiation: { mode } },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message);
    return confirmed;
  });
  return { client, asked };
}

const transfer = { operation: 'bank.transfer.cancel', params: { transfer_id: 't' } };

/** Serves a bank over HTTP, and counts the canceled transfers. */
async function serveBank() {
  const canceled: unknown[] = [];
  const client = {
    transfer: {
      cancel: async (params: unknown) => {
        canceled.push(params);
        return {};
      },
    },
  };
  const apis = [{ catalog: catalogOf('bank'), client }];
  const served = await serveHttp(createMcpServers({ apis, allowMoney: true }), 0, 'token-of-this-server');
  onTestFinished(() => served.close());
  return { url: new URL(served.url), headers: { authorization: 'Bearer token-of-this-server' }, canceled };
}

describe.each(hosts)('a client %s', (_, mode, version) => {
  it('moves money over HTTP after its user has confirmed the call once', async () => {
    const { url, headers, canceled } = await serveBank();
    const { client, asked } = hostOf(mode);
    const requestInit = { headers };
    if (client instanceof OldClient) await client.connect(new OldHttpTransport(url, { requestInit }) as Transport);
    else {
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
      expect(client.getNegotiatedProtocolVersion()).toBe(version);
    }
    onTestFinished(() => client.close());
    const { isError = false } = await client.callTool({ name: 'call_write_operation', arguments: transfer });
    expect({ isError, canceled }).toEqual({ isError: false, canceled: [{ transfer_id: 't' }] });
    expect(asked).toEqual([expect.stringContaining('transfer_id: "t"')]);
  });

  it('reads over standard input and output', async () => {
    const { client } = hostOf(mode);
    const process = { command, args, env, stderr: 'ignore' as const };
    if (client instanceof OldClient) await client.connect(new OldStdioClientTransport(process));
    else {
      await client.connect(new StdioClientTransport(process));
      expect(client.getNegotiatedProtocolVersion()).toBe(version);
    }
    onTestFinished(() => client.close());
    expect(client.getInstructions()).toContain('quotes (Quotable, sandbox)');
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(['search_operations', 'describe_operation', 'call_read_operation']);
    const call = (tool: string, given: Record<string, unknown>) => client.callTool({ name: tool, arguments: given });
    const { content } = await call('search_operations', { query: 'random quote' });
    expect(content).toEqual([{ type: 'text', text: expect.stringContaining('quotes.quotes.random [read]') }]);
    const operation = 'quotes.authors.list';
    const { content: described } = await call('describe_operation', { operation });
    expect(described).toEqual([{ type: 'text', text: expect.stringContaining('returns a list of {') }]);
    const read = await call('call_read_operation', { operation, fields: ['name'], limit: 2 });
    expect(read.structuredContent).toMatchObject({
      columns: ['name'],
      rows: [[expect.any(String)], [expect.any(String)]],
    });
  });
});

describe('a confirmation', () => {
  /** Sends a call as a program does that answers for the user. */
  async function sender() {
    const { url, headers, canceled } = await serveBank();
    const send = async (given: object, more: object = {}) => {
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': name,
        'io.modelcontextprotocol/clientCapabilities': capabilities,
      };
      const params = { name: 'call_write_operation', arguments: given, _meta, ...more };
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': params.name,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      });
      const { result, error } = (await response.json()) as { result: Result; error?: { code: number } };
      return { ...result, error };
    };
    const { requestState = '' } = await send(transfer);
    return { send, canceled, requestState };
  }
  interface Result {
    readonly requestState?: string;
    readonly isError?: boolean;
    readonly content: { text: string }[];
  }
  const inputResponses = { confirm: confirmed };
  const refused = (result: Result) => codeOf({ text: result.content[0]?.text ?? '' });

  it('counts once', async () => {
    const { send, canceled, requestState } = await sender();
    expect((await send(transfer, { requestState, inputResponses })).isError).not.toBe(true);
    expect(refused(await send(transfer, { requestState, inputResponses }))).toBe('not_confirmed');
    expect(canceled).toHaveLength(1);
  });

  it('does not count for other params', async () => {
    const { send, canceled, requestState } = await sender();
    const other = { ...transfer, params: { transfer_id: 'another' } };
    expect(refused(await send(other, { requestState, inputResponses }))).toBe('not_confirmed');
    expect(refused(await send(transfer, { requestState, inputResponses }))).toBe('not_confirmed');
    expect(canceled).toEqual([]);
  });

  it('does not count without the state that this server signed', async () => {
    const { send, canceled, requestState } = await sender();
    const { requestState: asked, content } = await send(transfer, { inputResponses });
    expect({ asked, content }).toEqual({ asked: expect.any(String), content: undefined });
    const [version, , signature] = requestState.split('.');
    const body = Buffer.from(JSON.stringify({ p: { id: 'a', call: 'b' }, exp: 9e9 })).toString('base64url');
    const forged = `${version}.${body}.${signature}`;
    expect(await send(transfer, { requestState: forged, inputResponses })).toMatchObject({ error: { code: -32_602 } });
    expect(canceled).toEqual([]);
  });

  it('that the user declined does not count, nor does one that never came', async () => {
    for (const answers of [{ confirm: { action: 'decline' } }, { confirm: { ...confirmed, content: {} } }, {}]) {
      const { send, canceled, requestState } = await sender();
      expect(refused(await send(transfer, { requestState, inputResponses: answers }))).toBe('not_confirmed');
      expect(canceled).toEqual([]);
    }
  });
});
