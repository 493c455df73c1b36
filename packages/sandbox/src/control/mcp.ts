import { isRequired } from '../shared/check-fields.ts';
import { type JsonSchema, schemaOfFields } from './json-schema.ts';
import type { Operation } from './operation.ts';

// Every test suite that uses the sandbox installs its dependencies, and the SDK's server would more than double their
// size. So this file implements the few messages of the protocol that the sandbox needs. Clients that speak the protocol
// of 2026-07-28 fall back to this older one. Tests connect the SDK's client to it.

/** Supported versions of the Model Context Protocol, newest first. */
const versions = ['2025-06-18', '2025-03-26', '2024-11-05'];

/** Maximum length of a result in characters, about 10,000 tokens. */
const longest = 40_000;

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Address and token of the control API. */
interface Control {
  readonly url: string;
  readonly token: string;
}

const nameOf = ({ name }: Operation): string => name.replaceAll('.', '_');

const toolOf = (operation: Operation): JsonSchema => {
  const { summary, input, isDocument, method } = operation;
  const schema = isDocument
    ? { type: 'object', properties: { document: { type: 'object' } }, required: ['document'] }
    : schemaOfFields(input);
  return {
    name: nameOf(operation),
    description: summary,
    inputSchema: { type: 'object', ...schema },
    annotations: {
      readOnlyHint: method === 'GET',
      destructiveHint: method === 'DELETE' || method === 'PUT',
      openWorldHint: false,
    },
  };
};

/** Returns the response to a message of the protocol; undefined if it needs none. */
export async function answerMcp(
  operations: readonly Operation[],
  control: Control,
  line: string,
): Promise<string | undefined> {
  let message: Message | undefined;
  try {
    message = JSON.parse(line) as Message;
    const { id, method, params = {} } = Object(message) as Message;
    if (id === undefined || method === undefined) return undefined;
    return JSON.stringify({ jsonrpc: '2.0', id, ...(await respond(operations, control, method, params)) });
  } catch {
    const error = message
      ? { code: -32_603, message: 'the sandbox failed' }
      : { code: -32_700, message: 'not valid JSON' };
    return JSON.stringify({ jsonrpc: '2.0', id: message?.id ?? null, error });
  }
}

async function respond(
  operations: readonly Operation[],
  control: Control,
  method: string,
  params: Readonly<Record<string, unknown>>,
): Promise<JsonSchema> {
  if (method === 'initialize') return { result: introduce(params.protocolVersion) };
  if (method === 'ping') return { result: {} };
  if (method === 'tools/list') return { result: { tools: operations.map(toolOf) } };
  if (method !== 'tools/call') return { error: { code: -32_601, message: `there is no method ${method}` } };
  const operation = operations.find((each) => nameOf(each) === params.name);
  if (!operation) return { error: { code: -32_602, message: `there is no tool ${String(params.name)}` } };
  const given = Object(params.arguments ?? {}) as Record<string, unknown>;
  const missing = Object.entries(operation.input).find(([name, rule]) => isRequired(rule) && given[name] === undefined);
  if (missing) return { result: textOf(`${missing[0]} is required`, true) };
  const { text, ok } = await call(control, operation, given);
  return { result: textOf(text, !ok) };
}

const introduce = (version: unknown): JsonSchema => ({
  protocolVersion: versions.find((each) => each === version) ?? versions[0],
  capabilities: { tools: {} },
  serverInfo: { name: '@x/sandbox', version: '0.0.0' },
  instructions:
    'A sandbox of five web APIs with invented data. clients_get returns addresses and credentials for an app; the other tools set faults, time, data and users, send webhooks, and list the requests that arrived.',
});

function textOf(text: string, isError: boolean): JsonSchema {
  const shown = text.length > longest ? `${text.slice(0, longest)}\n… truncated: ask for less` : text;
  return { content: [{ type: 'text', text: shown }], ...(isError && { isError }) };
}

/** Calls the control API as any other program does. */
async function call(
  { url, token }: Control,
  { method, path, isDocument }: Operation,
  given: Readonly<Record<string, unknown>>,
): Promise<{ text: string; ok: boolean }> {
  const rest = { ...given };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]));
    delete rest[name];
    return value;
  });
  const hasBody = method === 'POST' || method === 'PUT';
  const address = new URL(`${url}${filled}`);
  if (!hasBody)
    for (const [name, value] of Object.entries(rest))
      address.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  const response = await fetch(address, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { body: JSON.stringify(isDocument ? rest.document : rest) }),
  });
  return { text: (await response.text()) || 'done', ok: response.ok };
}
