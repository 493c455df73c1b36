import { keepRecent } from '@x/core/provider';
import { answer, errorText, hidingOf, readCall } from './answer.ts';
import { type McpApi, type Offered, offeredBy } from './api.ts';
import { Places } from './places.ts';
import { allowedOf, type Policy } from './policy.ts';
import { notConfirmed } from './refusal.ts';
import { Secrets } from './secrets.ts';
import { fixedName, fixedTool, withOwnParams } from './tools.ts';

/** Operations that become tools, and their permissions. */
export interface ToolsOptions extends Policy, Omit<McpApi, 'client' | 'accounts'> {
  /** Operations that become tools, by their full names: `music.search`. */
  readonly only: readonly string[];
  /** Maximum number of tokens in one result, by a high estimate: at least 100. Default 10,000. */
  readonly maxTokens?: number | undefined;
  /** Secrets that no result may show, such as the client's credentials. Default: none are known. */
  readonly secrets?: Secrets | undefined;
}

/** Input of a tool: its operation's params, `_fields` to return, and `_next` from an earlier result. */
export type ToolInput = Readonly<Record<string, unknown>>;

/** JSON Schema of a tool's input, as a Standard Schema. The client itself checks each call's params. */
export interface ToolInputSchema {
  /** Interface of Standard Schema and Standard JSON Schema. */
  readonly '~standard': {
    /** Version of Standard Schema. */
    readonly version: 1;
    /** Maker of the schema. */
    readonly vendor: string;
    /** Types of the input; never set. */
    readonly types?: { readonly input: unknown; readonly output: ToolInput } | undefined;
    /** Accepts every object. */
    readonly validate: (value: unknown) => { readonly value: ToolInput } | { readonly issues: { message: string }[] };
    /** Returns the JSON Schema. */
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
  };
}

/** Context that the AI SDK passes with an input. */
export interface ToolCallOptions {
  /** ID of the call. */
  readonly toolCallId: string;
  /** Messages before the call, including the user's approvals. */
  readonly messages: readonly object[];
  /** Ends the call. */
  readonly abortSignal?: AbortSignal | undefined;
}

/** A tool in the form that `generateText` and `streamText` of the `ai` package accept. */
export interface AiTool {
  /** Description that tells a model what the tool does. */
  readonly description: string;
  /** Schema of the input. */
  readonly inputSchema: ToolInputSchema;
  /** Whether the user must approve each call: true for money. */
  readonly needsApproval: boolean;
  /** Calls the operation, and returns its result as text that is marked as untrusted data. */
  readonly execute: (input: ToolInput, options: ToolCallOptions) => Promise<string>;
}

/**
 * Creates tools for the AI SDK (the `ai` package) from a client's operations. They follow the MCP server's rules:
 * writes, money and personal data are refused unless the options allow them, and the user must approve each movement of
 * money.
 *
 * @param client Client that makes the calls: of the app, or of one account or Item.
 * @throws Error when `only` has a name that the catalog lacks, or an operation that is not allowed.
 * @example
 * const { text } = await generateText({
 *   model,
 *   prompt,
 *   tools: tools(music.withAccount('ann'), { catalog, only: ['music.search'] }),
 * });
 */
export function tools(client: object, options: ToolsOptions): Record<string, AiTool> {
  const { catalog, hasItem, onlyItem, runsOn, only } = options;
  const offered = offeredBy([{ catalog, client, hasItem, onlyItem, runsOn }]);
  return Object.fromEntries(
    allowedOf(options, offered, only, 'only').map((found) => [fixedName(found.name), toolOf(found, options)]),
  );
}

/** Apps create the tools anew for each request, so the places of earlier results outlive them. */
const places = new Places();

function toolOf(found: Offered, options: ToolsOptions): AiTool {
  const { maxTokens, secrets = new Secrets() } = options;
  const { name, description = '', inputSchema } = fixedTool(found);
  const passing = { hiding: hidingOf(secrets, options), places };
  const needsApproval = found.operation.access === 'money';
  return {
    description,
    inputSchema: inputSchemaOf(inputSchema),
    needsApproval,
    async execute(input, { toolCallId, messages, abortSignal }) {
      try {
        // The app may have turned approvals off, and old versions of the SDK have none.
        const asked = readCall(found, withOwnParams(input), maxTokens, abortSignal);
        if (needsApproval) useApproval(found, { toolCallId, toolName: name, input }, messages);
        return (await answer(found, asked, passing)).text;
      } catch (error) {
        if (abortSignal?.aborted) throw error;
        // The model sees the message, and the app may log the error, so neither contains more than this text.
        throw new Error(errorText(error, secrets, found.api));
      }
    },
  };
}

const inputSchemaOf = (schema: object): ToolInputSchema => ({
  '~standard': {
    version: 1,
    vendor: '@x/mcp',
    validate: (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? { value: value as ToolInput }
        : { issues: [{ message: 'the input must be an object' }] },
    jsonSchema: { input: () => structuredClone({ ...schema }), output: () => structuredClone({ ...schema }) },
  },
});

interface Part {
  readonly type?: unknown;
  readonly toolCallId?: unknown;
  readonly toolName?: unknown;
  readonly input?: unknown;
  readonly approvalId?: unknown;
  readonly approved?: unknown;
  readonly isAutomatic?: unknown;
}

/** Approvals that moved money, by ID. */
const usedApprovals = new Map<unknown, true>();

/** Maximum number of used approvals that are kept. An approval is also used up by the result in the messages. */
const mostApprovals = 1000;

/**
 * Uses up the user's approval of a call: after the latest call with its ID, which has the same input, the messages
 * contain a request for approval, only responses that grant it, and no result yet. A model may use an ID again, and an
 * app may send the same messages again.
 *
 * @throws Refusal if there is none.
 */
function useApproval(found: Offered, { toolCallId, toolName, input }: Part, messages: readonly object[]): void {
  const all = messages.flatMap((message) => {
    const { content } = message as { content?: unknown };
    return Array.isArray(content) ? (content as Part[]) : [];
  });
  const isOwn = (type: string) => (part: Part) => part.type === type && part.toolCallId === toolCallId;
  const [call, ...after] = all.slice(all.findLastIndex(isOwn('tool-call')));
  const request = after.find(isOwn('tool-approval-request'));
  const responses = after.filter(
    ({ type, approvalId }) => type === 'tool-approval-response' && approvalId === request?.approvalId,
  );
  const isApproved =
    call?.toolName === toolName &&
    JSON.stringify(call?.input) === JSON.stringify(input) &&
    request?.isAutomatic !== true &&
    responses.length > 0 &&
    responses.every(({ approved }) => approved === true) &&
    !after.some(isOwn('tool-result')) &&
    !usedApprovals.has(request?.approvalId);
  if (!isApproved) throw notConfirmed(found);
  keepRecent(usedApprovals, request?.approvalId, true, mostApprovals);
}
