import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { keepRecent, pause, reasonOf } from '@x/core/provider';
import type { Offered } from './api.ts';
import { notConfirmed, Refusal } from './refusal.ts';
import type { SignInNeeded } from './sign-in-needed.ts';

/** A question that a user was asked: its ID, and a digest of the call. */
interface Asked {
  readonly id: string;
  readonly call: string;
}

/** A sign-in in progress. */
interface GoingSignIn {
  readonly done: Promise<unknown>;
  readonly controller: AbortController;
}

/** Maximum number of used confirmations that are kept. One is valid for ten minutes. */
const mostConfirmations = 10_000;

/** Maximum number of sign-ins in progress that are kept. Each ends on its own. */
const mostSignIns = 100;

/** Questions to the users of all hosts of a server. */
export class Questions {
  readonly #codec = createRequestStateCodec<Asked>({ key: randomBytes(32) });
  /** Confirmations that count no more. */
  readonly #used = new Map<string, true>();
  readonly #signIns = new Map<string, GoingSignIn>();

  /** Verifies the state that comes back with the user's answer. */
  readonly verify = this.#codec.verify;

  /** Returns the ways to ask about one call. */
  about(server: Server, request: ServerContext['mcpReq'], tool: string, given: unknown): Asking {
    // An answer counts only for a call with the same digest.
    const call = createHash('sha256')
      .update(JSON.stringify([tool, given]))
      .digest('base64url');
    const asked = request.requestState<Asked>();
    const id = asked?.call === call ? asked.id : undefined;
    const capabilities = Object(request.envelope)[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
    const ask = async (name: string, input: InputRequest, own: string) =>
      inputRequired({ inputRequests: { [name]: input }, requestState: await this.#codec.mint({ id: own, call }) });
    return {
      confirm: async (found, describe) => {
        if (asked === undefined || this.#signIns.delete(asked.id)) {
          if (!capabilities?.elicitation) throw cannotAsk();
          return ask('confirm', confirmation(await describe()), randomUUID());
        }
        const isConfirmed =
          id !== undefined &&
          !this.#used.has(id) &&
          acceptedContent(request.inputResponses, 'confirm')?.confirm === true;
        keepRecent(this.#used, asked.id, true, mostConfirmations);
        if (!isConfirmed) throw notConfirmed(found);
        return undefined;
      },
      signIn: async (needed, title) => {
        const going = this.#signIns.get(id ?? '');
        if (!going) {
          if (!capabilities?.elicitation?.url) throw needed;
          const own = randomUUID();
          const { url, message } = await this.#start(needed, own);
          return ask(
            'signIn',
            inputRequired.elicitUrl({ url, message: `Sign in to ${title}. ${message}`.trim() }),
            own,
          );
        }
        const answer = inputResponse(request.inputResponses, 'signIn');
        if (answer.kind !== 'elicit' || answer.action !== 'accept') {
          going.controller.abort(needed);
          throw needed;
        }
        try {
          await pause(Number.POSITIVE_INFINITY, request.signal, going.done);
        } catch (error) {
          throw new Refusal('unauthenticated', reasonOf(error), needed.remedy);
        }
        return undefined;
      },
    };
  }

  /** Starts a sign-in, and resolves to the page that the user has to visit. */
  async #start(needed: SignInNeeded, id: string): Promise<{ url: string; message: string }> {
    const { promise: page, resolve, reject } = Promise.withResolvers<string>();
    const controller = new AbortController();
    const texts: string[] = [];
    const done = needed.signIn({
      signal: controller.signal,
      // The host shows the address; a code that the user has to approve there is in the text.
      say: (text) => void (text.includes('://') || texts.push(text)),
      open: async (address) => resolve(address),
    });
    done.catch(reject);
    try {
      const url = await page;
      keepRecent(this.#signIns, id, { done, controller }, mostSignIns);
      return { url, message: texts.join(' ') };
    } catch (error) {
      throw new Refusal('unauthenticated', reasonOf(error), needed.remedy);
    }
  }
}

/** Ways to ask the user at the other end about one call. */
export interface Asking {
  /** Returns the question, or undefined once the user has confirmed this very call. */
  confirm(found: Offered, describe: () => Promise<string>): Promise<InputRequiredResult | undefined>;
  /**
   * Returns the request to visit the page of the sign-in, or undefined once the user has signed in there.
   *
   * @param title Title of the API.
   * @throws SignInNeeded when the host cannot show a page, or the user declines.
   */
  signIn(needed: SignInNeeded, title: string): Promise<InputRequiredResult | undefined>;
}

const cannotAsk = (): Refusal =>
  new Refusal(
    'not_confirmed',
    'money is moved only after the user has confirmed it, and this host cannot ask',
    'Tell the user to use a host that supports elicitation',
  );

/** Asks the user, and shows what is about to happen. */
const confirmation = (message: string): InputRequest =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { confirm: { type: 'boolean', title: 'Move the money', default: false } },
      required: ['confirm'],
    },
  });
