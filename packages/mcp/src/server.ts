import { type CallToolResult, type InputRequiredResult, Server } from '@modelcontextprotocol/server';
import { keepRecent } from '@x/core/provider';
import type { SyncDatabase } from '@x/sync';
import { answer, errorText, hidingOf, readCall } from './answer.ts';
import { type AllOffered, clientOf, type McpApi, type Offered, offeredBy } from './api.ts';
import type { AskedCall } from './call.ts';
import { authorizing, confirmationOf } from './confirm.ts';
import { callMoney, moneyTools } from './money.ts';
import { Places } from './places.ts';
import { allowedOf, checkAllowed, type Policy } from './policy.ts';
import { type Asking, Questions } from './questions.ts';
import { describeError, Refusal } from './refusal.ts';
import { describeOperation, lineOf, searchOperations } from './search.ts';
import { Secrets } from './secrets.ts';
import { SignInNeeded, signInAgain } from './sign-in-needed.ts';
import { fixedName, toolsOf, withOwnParams } from './tools.ts';

/** APIs that a server offers, and the permissions of agents. */
export interface McpServerOptions extends Policy {
  /** The APIs, each with its client. */
  readonly apis: readonly McpApi[];
  /** Opens the database of the user's own bank data, which tools then read. Default: there is none. */
  readonly money?: (() => Promise<SyncDatabase>) | undefined;
  /** Operations that get their own tool with their full schema: `music.search`. Default: none. */
  readonly tools?: readonly string[] | undefined;
  /** Maximum number of tokens in one result, by a high estimate: at least 100. Default 10,000. */
  readonly maxTokens?: number | undefined;
  /** Secrets that no result may show, such as the clients' credentials. Default: none are known. */
  readonly secrets?: Secrets | undefined;
}

type Arguments = Readonly<Record<string, unknown>>;

/** Everything that tools need to respond. */
interface Context {
  readonly options: McpServerOptions;
  readonly offered: AllOffered;
  readonly fixed: ReadonlyMap<string, Offered>;
  readonly secrets: Secrets;
  /** Places where results continue. */
  readonly places: Places;
  /** Authorizations of transfers that this server created, by ID. */
  readonly authorizations: Map<string, unknown>;
  /** Asks the user at the other end. */
  readonly asking: Asking;
  readonly signal: AbortSignal;
}

/** Result of a tool, or the question that the user must answer before the host calls it again. */
type ToolResult = CallToolResult | InputRequiredResult;

/** Maximum number of authorizations that a server keeps. */
const mostAuthorizations = 100;

/**
 * Creates an MCP server for API operations, for one connection of the protocols before 2026-07-28. `createMcpServers`
 * serves all of them. Agents' permissions are fixed here, based on each operation's declaration, and do not change while
 * the server runs.
 *
 * @throws Error when `apis` lists an API twice, or `tools` has a name that no API has, or that is not allowed.
 * @example
 * const server = createMcpServer({ apis: [{ catalog, client: music }], allowWrite: ['music.playlists.*'] });
 * await server.connect(new StdioServerTransport());
 */
export const createMcpServer = (options: McpServerOptions): Server => createMcpServers(options)();

/**
 * Prepares MCP servers that share one memory, and returns the function that creates them. `serveStdio` and
 * `createMcpHandler` of `@modelcontextprotocol/server` take it, and create a server for each connection or request.
 *
 * @throws Error as `createMcpServer` does.
 * @example
 * serveStdio(createMcpServers({ apis: [{ catalog, client: music }] }));
 */
export function createMcpServers(options: McpServerOptions): () => Server {
  const { apis, tools: names = [], secrets = new Secrets() } = options;
  const offered = offeredBy(apis);
  const fixed = new Map(allowedOf(options, offered, names, 'tools').map((found) => [fixedName(found.name), found]));
  const tools = [...toolsOf(options, apis, [...fixed.values()]), ...(options.money ? moneyTools : [])];
  const memory = { places: new Places(), authorizations: new Map<string, unknown>() };
  const questions = new Questions();
  return () => {
    const server = new Server(
      { name: '@x/mcp', version: '0.0.0' },
      {
        capabilities: { tools: {} },
        instructions: instructionsOf(options),
        requestState: { verify: questions.verify },
      },
    );
    server.setRequestHandler('tools/list', () => ({ tools }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }): Promise<ToolResult> => {
      const asking = questions.about(server, mcpReq, params.name, params.arguments);
      const context: Context = { ...memory, options, offered, fixed, secrets, asking, signal: mcpReq.signal };
      try {
        if (!tools.some(({ name }) => name === params.name)) throw unknownTool(params.name);
        return await run(context, params.name, params.arguments ?? {});
      } catch (error) {
        return errorResult(errorText(error, secrets));
      }
    });
    return server;
  };
}

const unknownTool = (name: string) =>
  name === 'call_write_operation'
    ? new Refusal('not_allowed', 'this server allows no writes', 'Ask the user to start the server with --allow-write')
    : new Refusal('invalid_params', `there is no tool ${name}`, 'Use one of the listed tools');

function instructionsOf({ apis, money }: McpServerOptions): string {
  const titles = apis.map(
    ({ catalog, runsOn }) => `${catalog.provider} (${catalog.title}${runsOn ? ', sandbox' : ''})`,
  );
  return [
    ...(apis.length > 0 ? [`APIs: ${titles.join(', ')}.`] : []),
    ...(apis.some(({ runsOn }) => runsOn === 'sandbox')
      ? ['APIs marked sandbox run on this machine with invented data: tell the user so.']
      : []),
    ...(apis.length > 0 ? ['Find an operation, describe it, then call it.'] : []),
    ...(money ? ["The money tools read the user's own bank data."] : []),
  ].join(' ');
}

/** Runs a tool. */
async function run(context: Context, tool: string, given: Arguments): Promise<ToolResult> {
  const { offered, fixed, options } = context;
  const own = fixed.get(tool);
  if (own) return callTool(context, own, withOwnParams(given));
  if (tool === 'search_operations') return search(context, given);
  if (options.money && moneyTools.some(({ name }) => name === tool)) {
    const showing = { hiding: hidingOf(context.secrets, options), maxTokens: options.maxTokens };
    const { text, data } = await callMoney(tool, given, options.money, showing);
    return { ...textResult(text), structuredContent: data };
  }
  const find = (name: string): Offered => {
    const found = offered().get(name);
    if (!found) throw unknownOperation(context, name);
    return found;
  };
  const names = String(given.operation ?? '').trim();
  if (names === '')
    throw new Refusal('invalid_params', 'operation must be the name of an operation', 'Find it with search_operations');
  if (tool === 'describe_operation')
    return textResult(
      names
        .split(/[\s,]+/)
        .filter(Boolean)
        .map((name) => describeOperation(find(name)))
        .join('\n\n'),
    );
  const found = find(names);
  checkAllowed(options, found, tool === 'call_write_operation' ? 'write' : 'read');
  return callTool(context, found, given);
}

function unknownOperation({ offered }: Context, name: string): Refusal {
  const close = searchOperations(offered().values(), name, 3).map((each) => each.name);
  const remedy = close.length > 0 ? `Did you mean ${close.join(', ')}?` : 'Find it with search_operations';
  return new Refusal('invalid_params', `there is no operation ${JSON.stringify(name)}`, remedy);
}

function search({ offered }: Context, { query, api, limit = 10 }: Arguments): CallToolResult {
  if (typeof query !== 'string' || query === '')
    throw new Refusal('invalid_params', 'query must be a non-empty string', 'Describe what the operation does');
  const all = [...offered().values()].filter((each) => api === undefined || each.api.catalog.provider === api);
  if (all.length === 0)
    throw new Refusal('invalid_params', `there is no API ${JSON.stringify(api)}`, 'Leave api out to search all APIs');
  const found = searchOperations(all, query, Math.min(50, Math.max(1, Number(limit) || 10)));
  return textResult(found.map(lineOf).join('\n') || 'Nothing found. Use other words.');
}

/** Calls an allowed operation, after the user has signed in if it needs that, and confirmed it if it moves money. */
async function callTool(context: Context, found: Offered, given: Arguments): Promise<ToolResult> {
  const { options, secrets, places, authorizations, signal, asking } = context;
  const { operation, name } = found;
  const asked = readCall(found, given, options.maxTokens, signal);
  const client = await clientFor(found, asked, asking);
  if (!('client' in client)) return client;
  const called = { ...found, api: { ...found.api, ...client } };
  const describe = async () => secrets.hide(await confirmationOf(called, asked.params, authorizations, asked.account));
  const question = operation.access === 'money' ? await asking.confirm(found, describe) : undefined;
  if (question) return question;
  const onResult = (result: unknown) => {
    if (name === authorizing) keepRecent(authorizations, String(Object(result).id), result, mostAuthorizations);
  };
  try {
    const { text, data } = await answer(called, asked, { hiding: hidingOf(secrets, options), places, onResult });
    return { ...textResult(text), structuredContent: data };
  } catch (error) {
    return errorResult(errorText(error, secrets, found.api, signInAgain(error, found, asked.account)));
  }
}

/** Returns the client for a call, or the request to the user to sign in first. */
async function clientFor(
  { api, operation }: Offered,
  { account }: AskedCall,
  asking: Asking,
): Promise<{ client: object } | InputRequiredResult> {
  const open = () => clientOf(api, operation, account);
  try {
    return { client: await open() };
  } catch (error) {
    if (error instanceof SignInNeeded)
      return (await asking.signIn(error, api.catalog.title)) ?? { client: await open() };
    if (error instanceof Refusal) throw error;
    // A client that cannot be created has wrong settings.
    const { code, message } = describeError(error);
    throw new Refusal(code, message, 'Ask the user to correct the settings that the server was started with');
  }
}

const textResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

const errorResult = (text: string): CallToolResult => ({ isError: true, ...textResult(text) });
