import { exchange, loadKy } from '#transport';
import type { CallOptions, CallSpec, EndpointSpec } from '../declare/endpoint.ts';
import type { ClientEvent, GrantsOf, Provider, Verdict } from '../declare/provider.ts';
import { ApiError, type ApiErrorFields, type ErrorCode, noGrant, type Unset } from '../errors.ts';
import { retryAfterMs } from '../rate/headers.ts';
import {
  type Budget,
  defaultMaxBlockMs,
  type Place,
  type RateRule,
  type RateState,
  takeAll,
} from '../rate/memory-budget.ts';
import { createRedactor, secretsIn } from '../redact/redactor.ts';
import { longestMs } from '../shared/pause.ts';
import { race } from '../shared/race.ts';
import type { Grant } from '../tokens/grant.ts';
import { type Answer, exchangeBy } from '../transport/fetch.ts';
import { accepts } from '../validation/validation.ts';
import { observe } from './observe.ts';

/** One call on its way. @internal */
export interface Call<Spec extends EndpointSpec = EndpointSpec> {
  readonly operation: string;
  readonly endpoint: Spec;
  readonly options: CallOptions;
  /** Ends the call as `options.signal` does, when the list it belongs to is left. */
  readonly stop?: AbortSignal | undefined;
  /** As the caller gave them; some may be secret. */
  readonly params: unknown;
  /** Other secret values of this call: its tokens. */
  readonly secrets: Set<unknown>;
  /** Holds the caller's stack. */
  readonly trace: { readonly stack?: string };
  /** Whether nobody waits for it: it must not keep the process alive. */
  readonly background?: boolean | undefined;
}

/** A request, written out. @internal */
export interface Outgoing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly rule: RateRule | readonly RateRule[] | undefined;
  readonly grants: ReturnType<GrantsOf>;
}

const utf8 = new TextDecoder();

/** Longest attempt of a call that nobody waits for, in milliseconds. */
const longestBackgroundMs = 10_000;

const codes: Record<number, ErrorCode> = {
  401: 'unauthenticated',
  403: 'permission_denied',
  404: 'not_found',
  409: 'conflict',
  429: 'rate_limited',
};

/** The pipeline from the rate budget to the parsed body. @internal */
export function createTransport(provider: Provider, budget: Budget, now: () => number) {
  const { options: defaults } = provider;
  const { maxBodyBytes: limit = 2 ** 25, maxBlockMs = defaultMaxBlockMs } = defaults;

  const emit = (event: ClientEvent) => observe(defaults.onEvent, event);

  /** Knows all secrets of a call: fixed credentials, tokens and secret parameters. */
  const redactorOf = (call: Call) =>
    createRedactor([
      ...Object.values(provider.credentials),
      ...call.secrets,
      ...secretsIn(provider.secretParams ?? [], call.params),
    ]);

  /** The only place where errors are made: nothing secret gets past the redactor. */
  function fail(call: Call, message: string, fields: Unset<ApiErrorFields> & { code: ErrorCode }) {
    const redact = redactorOf(call);
    const cause = fields.cause instanceof Error ? fields.cause : undefined;
    const { name, code } = (cause ?? {}) as { name?: string; code?: string };
    return made(call, redact.text(message), {
      ...fields,
      retryable: fields.retryable ?? false,
      providerCode: fields.providerCode && redact.text(fields.providerCode),
      requestId: fields.requestId && redact.text(fields.requestId),
      details: redact.value(fields.details),
      cause:
        cause &&
        Object.assign(new Error(redact.text(cause.message)), {
          ...(name && { name: redact.text(`${name}`) }),
          ...(code && { code: redact.text(`${code}`) }),
          stack: undefined,
        }),
    });
  }

  function made(call: Call, text: string, fields: Unset<ApiErrorFields>): ApiError {
    const { operation, trace } = call;
    const error = new ApiError(`${operation}: ${text}`, { ...fields, provider: provider.name, operation });
    error.stack = `${error.name}: ${error.message}${framesOf(trace)}`;
    return error;
  }

  async function send(call: Call, outgoing: Outgoing): Promise<unknown> {
    const { endpoint, operation, options, background = false } = call;
    options.signal?.throwIfAborted();
    const { grants } = outgoing;
    const rules = [outgoing.rule ?? []].flat();
    const retries = background ? 0 : (options.retries ?? defaults.retries ?? 2);
    const maxWaitMs = options.maxWaitMs ?? defaults.maxWaitMs ?? 60_000;
    const attemptMs = options.timeoutMs ?? defaults.timeoutMs ?? 30_000;
    const timeoutMs = Math.min(attemptMs, background ? longestBackgroundMs : longestMs);
    const deadlineMs = options.deadlineMs ?? defaults.deadlineMs;
    const callStartedAt = performance.now();
    const repeatable = endpoint.idempotent ?? !/POST|PATCH/.test(endpoint.method);
    // Most calls cannot be ended from outside, or only with their list.
    const own = options.signal || deadlineMs !== undefined ? follow(options.signal, call.stop) : undefined;
    const signal = own ? own.controller.signal : call.stop;
    const timer =
      deadlineMs === undefined
        ? undefined
        : setTimeout(() => own?.controller.abort(late('deadlineMs', deadlineMs)), Math.min(deadlineMs, longestMs));
    if (background) allowExit(timer);
    const tell = (event: object) => emit({ provider: provider.name, operation, attempt, ...event } as ClientEvent);

    let attempt = 0;
    let replay = false;
    let replayed = false;
    let grant: Grant | undefined;
    let raised: unknown;
    let failure: ApiError | undefined;
    let place: Place | undefined;
    let result: unknown;

    const late = (limit: string, ms: number) =>
      fail(call, `no complete answer within ${limit} (${ms}). Raise it, or try again`, {
        code: 'timeout',
        retryable: true,
      });

    /** What a budget promised, which may be one that is asked over the network. */
    const counted = <T>(promise: Promise<T>) =>
      race(promise, signal).catch((error) => {
        if (signal?.aborted) throw error;
        throw fail(
          call,
          `the shared rate budget failed: ${error.message}. Check the server of the budget, or try again`,
          { code: 'unavailable', retryable: true, cause: error },
        );
      });

    /** Takes a place in the rate budget. Returns the wait for it, in milliseconds: a promise where it has to be asked for. */
    function reserve(): number | Promise<number> {
      // A budget on another machine responds in milliseconds, or it is away. It gets a quarter of the time that is left, so
      // that one that counts in memory instead still leaves the token and the request most of the deadline. One that does not
      // keep to that is given up at half: what is away is the budget, and the error must not blame the provider.
      const leftMs =
        deadlineMs === undefined ? undefined : Math.max(0, deadlineMs - (performance.now() - callStartedAt));
      place = takeAll(budget, rules, maxWaitMs, leftMs && Math.ceil(leftMs / 4));
      const { waitMs } = place;
      if (typeof waitMs === 'number') return waitMs;
      return leftMs === undefined ? counted(waitMs) : within(Math.ceil(leftMs / 2), waitMs);
    }

    /** The wait that a shared budget responds with, if it does in time. */
    async function within(limitMs: number, waitMs: Promise<number>): Promise<number> {
      const away = Promise.withResolvers<never>();
      const giveUp = () => away.reject(new Error(`no response within ${limitMs} ms`));
      const timer = setTimeout(giveUp, Math.min(limitMs, longestMs));
      try {
        return await counted(Promise.race([waitMs, away.promise]));
      } finally {
        clearTimeout(timer);
      }
    }

    /** Before each attempt, outside its time-out: a place in the rate budget, then a token. */
    async function prepare(): Promise<void> {
      failure = undefined;
      const asked = rules[0] ? reserve() : 0;
      const waitMs = typeof asked === 'number' ? asked : await asked;
      if (waitMs > maxWaitMs)
        throw fail(
          call,
          `the rate limit resets in ${waitMs} ms, and maxWaitMs is ${maxWaitMs} ms. Raise maxWaitMs, or call later`,
          { code: 'rate_limited', retryAfterMs: waitMs, retryable: true },
        );
      const taken = place?.taken;
      if (taken) await counted(taken);
      if (!grants) return;
      try {
        const got = grants.get(background);
        grant = 'then' in got ? await race(got, signal) : got;
        grants.check?.(grant);
      } catch (error) {
        if (signal?.aborted) throw error;
        // Others wait for the same token: each gets an error of his own call.
        if (error instanceof ApiError) throw made(call, error.message, { ...error, cause: error.cause });
        const reason = error as Parameters<typeof noGrant>[0];
        const { code, message } = noGrant(reason);
        throw fail(call, message, { code, cause: reason.refusal ? undefined : error });
      }
      call.secrets.add(grant.accessToken);
    }

    /** One attempt, within its time. */
    async function dispatch(): Promise<void> {
      attempt += 1;
      tell({ type: 'request' });
      const startedAt = now();
      const { controller: stop, unlink } = follow(signal);
      const timer = setTimeout(() => stop.abort(), timeoutMs);
      if (background) allowExit(timer);
      let state: RateState | undefined;
      let answered = false;
      try {
        const answer = await (defaults.fetch ? exchangeBy(defaults.fetch) : exchange)(
          outgoing.url,
          {
            method: endpoint.method,
            headers: grant ? { ...outgoing.headers, authorization: `Bearer ${grant.accessToken}` } : outgoing.headers,
            signal: stop.signal,
            body: outgoing.body,
          },
          limit,
          background,
        );
        answered = true;
        state = provider.rateState?.(answer.headers, now(), answer.status);
        if ('broken' in answer) throw answer.broken;
        result = read(answer);
        tell({ type: 'response', status: answer.status, durationMs: now() - startedAt });
      } catch (error) {
        if (error instanceof ApiError) failure = error;
        else if (signal?.aborted) throw error;
        else if (stop.signal.aborted) failure = late('timeoutMs', timeoutMs);
        else {
          const cause = (error instanceof Error && error.cause) || error;
          const { message, code = 'unknown reason' } = cause as { message?: string; code?: string };
          failure = fail(
            call,
            `no ${answered ? 'complete ' : ''}answer from ${new URL(outgoing.url).host}: ${message || code}. ${provider.networkRemedy ?? 'Check the address and the network'}`,
            { code: 'network', retryable: true, cause },
          );
        }
        throw failure;
      } finally {
        clearTimeout(timer);
        unlink();
        place?.release(state ?? {});
      }
    }

    /** The body of a good answer; throws what any other means. */
    function read(answer: Answer): unknown {
      const { status, bytes } = answer;
      const ok = status >= 200 && status < 300;
      const as = ok ? (endpoint.as ?? 'json') : 'json';
      const broken = (what: string) =>
        fail(call, `the answer (${status}) ${what}`, { code: 'invalid_response', status });

      if (!bytes) throw broken(`is larger than maxBodyBytes (${limit}). Ask for less, or raise it`);
      if (as === 'bytes') return new Uint8Array(bytes()); // alone in its buffer, which may hold the headers too
      if (as === 'none') return undefined;
      const text = utf8.decode(bytes());
      if (as === 'text') return text;
      let body: unknown;
      try {
        body = JSON.parse(text);
      } catch {} // judged below
      if (status >= 400) throw refusal(answer, body ?? text);
      if (!ok) throw broken('is a redirect, and credentials stay with their host. Check baseUrl');
      const { response: schema } = endpoint as Partial<CallSpec>;
      if (body !== undefined || (!text && schema && accepts(schema, body))) return body;
      const what = text ? (/^\s*</.test(text) ? 'HTML' : 'not complete JSON') : 'empty';
      throw broken(`is ${what} instead of JSON. Check baseUrl`);
    }

    function refusal({ status, headers }: Answer, body: unknown): ApiError {
      const verdict: Verdict = provider.verdict({ status, headers, body, endpoint, now: now() });
      const { remedy, tokenRefused } = verdict;
      // Whatever a provider finds in a body may be anything.
      const [message, providerCode, requestId] = [verdict.message, verdict.providerCode, verdict.requestId].map(
        (value: unknown) => (typeof value === 'string' ? value : undefined),
      );
      const code = verdict.code ?? codes[status] ?? (status < 500 ? 'rejected' : 'unavailable');
      const toldMs = verdict.retryAfterMs ?? retryAfterMs(headers, now());
      const waitMs = Number.isFinite(toldMs) ? Math.max(0, toldMs ?? 0) : undefined;
      const limited = code === 'rate_limited';
      const retryable = verdict.retryable ?? (limited || status >= 500 || status === 408 || status === 425);
      const rule = rules.find(({ per }) => per && per === verdict.limitedPer) ?? rules.at(-1);
      // A quota that opens again at a known time is closed until then, as a rate limit is.
      const closed = retryable && (limited || code === 'quota_exceeded');
      if (rule && waitMs && closed) budget.block(rule, Math.min(waitMs, maxBlockMs));
      if (tokenRefused && grant) {
        grants?.reject(grant);
        replay = !replayed;
      }
      const said = message ?? (typeof body === 'string' && !/^\s*</.test(body) ? body : '');
      const text = `${status}${said && ` ${said.replace(/\.$/, '')}`}.${remedy ? ` ${remedy}.` : ''}`;
      const details = typeof body === 'object' ? body : undefined;
      return fail(call, text, { code, status, retryable, providerCode, requestId, retryAfterMs: waitMs, details });
    }

    /** Milliseconds to wait before the next attempt; throws when there is to be none. */
    function delay(): number {
      if (replay && !signal?.aborted) {
        replay = false;
        replayed = true;
        return 0;
      }
      const backoff = 500 * 2 ** Math.min(attempt - 1, 4);
      const waitMs = failure?.retryAfterMs ?? (defaults.random ?? Math.random)() * backoff;
      const allowed = repeatable || failure?.code === 'rate_limited'; // refused unread: repeating it is always safe
      if (
        !failure?.retryable ||
        !allowed ||
        attempt - Number(replayed) > retries ||
        waitMs > maxWaitMs ||
        signal?.aborted
      )
        throw raised;
      tell({ type: 'retry', waitMs, reason: failure.code });
      return waitMs;
    }

    async function once(): Promise<void> {
      try {
        await prepare();
        await dispatch();
      } catch (error) {
        raised = error;
        throw error;
      }
    }

    try {
      let first: number | undefined;
      try {
        await once();
        return result;
      } catch {
        first = delay();
      }
      // ky pauses and repeats; what is sent, read and timed is ours, so it is told no method, header or body.
      const ky = await loadKy().catch(() => {
        throw raised; // without file descriptors, nothing can be loaded: what failed first is what the caller can act on
      });
      await ky(outgoing.url, {
        signal: signal ?? null,
        timeout: false,
        throwHttpErrors: false,
        retry: {
          limit: retries + 1, // one more for the replay with a new token
          delay() {
            const waitMs = first ?? delay();
            first = undefined;
            return waitMs;
          },
        },
        fetch: async () => {
          if (first !== undefined) throw raised;
          await once();
          return new Response();
        },
      });
      return result;
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof ApiError) throw error;
      throw fail(call, `${error}`, { code: 'network', cause: error });
    } finally {
      clearTimeout(timer);
      own?.unlink();
      place?.release();
    }
  }

  return { send, fail, emit, redactorOf };
}

/** The stack frames below a trace's first line; empty where an application's own `Error.prepareStackTrace` made something else of it. */
function framesOf(trace: Call['trace']): string {
  let stack: unknown;
  try {
    stack = trace.stack;
  } catch {} // of prepareStackTrace: what failed first is what counts
  const end = typeof stack === 'string' ? stack.indexOf('\n') : -1;
  return end < 0 ? '' : (stack as string).slice(end);
}

/** Lets the process exit before `timer` fires, where the runtime can. */
const allowExit = (timer: unknown) => (timer as { unref?(): void } | undefined)?.unref?.();

/**
 * A controller that aborts with any of `sources`, until it is unlinked. Whatever listens to a signal is kept for as long as
 * that lives: a signal that outlives its calls would keep all their answers.
 */
function follow(...sources: (AbortSignal | undefined)[]) {
  const controller = new AbortController();
  const abort = () => controller.abort(sources.find((source) => source?.aborted)?.reason);
  for (const source of sources) {
    if (source?.aborted) abort();
    source?.addEventListener('abort', abort);
  }
  return {
    controller,
    unlink() {
      for (const source of sources) source?.removeEventListener('abort', abort);
    },
  };
}
