import type { Provider } from '../declare/provider.ts';
import {
  ApiError,
  type ApiErrorFields,
  type CodedError,
  type ErrorCode,
  type ErrorOutcome,
  isApiError,
  type Unset,
} from '../errors/api-error.ts';
import { createRedactor, type KnownForms, type Redactor } from '../redact/redactor.ts';
import { secretsIn } from '../redact/secret-params.ts';
import { oncePer } from '../shared/once.ts';

/** Fields that an error is created from, besides its message. */
export type ErrorFields = Unset<ApiErrorFields> & { readonly code: ErrorCode };

/** Facts about a provider that errors need. */
export type ErrorProvider = Pick<Provider, 'name' | 'credentials' | 'secretParams'>;

/** Holds the caller's stack. */
export interface Trace {
  /** The stack, as the runtime writes it. */
  readonly stack?: string;
}

/**
 * Captures the stack of the code that called `method`; only the method's place on the stack matters.
 *
 * This uses a tenth of the CPU of a small call. Fewer frames would hardly help, because one frame costs four fifths as
 * much as ten. V8's async stacks are free, but they start with the pipeline stages, which fill the 10 frames that V8
 * shows by default, and they end at a promise with two listeners.
 */
export function traceBelow(method: (...args: never[]) => unknown): Trace {
  const trace: Trace = {};
  Error.captureStackTrace?.(trace, method);
  return trace;
}

/**
 * Adds the caller's stack to an error that has none, because it was created for work that several callers may share.
 */
export function withTrace(error: unknown, trace: Trace): unknown {
  if (!isApiError(error) || error.stack !== `${error.name}: ${error.message}`) return error;
  const own = new ApiError(error.message, { ...error, cause: error.cause });
  own.stack = `${error.stack}${readFrames(trace)}`;
  return own;
}

/** Abort reason of calls that a client ends after its grace period. */
export const graceOver: unique symbol = Symbol('graceOver');

/** Known forms of each client's secrets, by its credentials, which a client for one user shares. */
const knownFormsOf = oncePer((_: Provider['credentials']): KnownForms => new Map());

/**
 * An operation that the application requested from a client: an API call, or another method such as `with` or `close`.
 * All errors are created here, so that each one names the operation, shows the caller's stack, and passes the redactor.
 */
export class Operation {
  readonly provider: ErrorProvider;
  /** Name of the method on the client: `streams.list`. */
  readonly operation: string;
  readonly trace: Trace;
  /** Params from the caller, unmodified; some may be secret. */
  params: unknown;
  /** Whether it has changed anything at the provider so far. */
  outcome: ErrorOutcome = 'not_done';
  /** Other secret values: the tokens that requests were sent with. */
  readonly secrets: Set<unknown> = new Set();

  constructor(provider: ErrorProvider, operation: string, trace: Trace = {}, params: unknown = {}) {
    this.provider = provider;
    this.operation = operation;
    this.trace = trace;
    this.params = params;
  }

  /** Whether repeating the operation does no harm. */
  get isRepeatable(): boolean {
    return true;
  }

  /** Creates an error of this operation. */
  fail(message: string, fields: ErrorFields): ApiError {
    const redact = this.redactor();
    return createError(this, redact.text(message), {
      ...fields,
      retryable: (fields.retryable ?? false) && this.isRepeatable,
      outcome: fields.outcome ?? this.outcome,
      providerCode: fields.providerCode && redact.text(fields.providerCode),
      requestId: fields.requestId && redact.text(fields.requestId),
      details: redact.value(fields.details),
      cause: fields.cause instanceof Error ? redactedCause(fields.cause, redact) : undefined,
    });
  }

  /**
   * Returns the error of another operation, whose work this one shares, with this operation's name and stack. This one
   * may be repeated even if the other may not.
   */
  failAs(error: ApiError): ApiError {
    const { outcome, isRepeatable } = this;
    const retryable = (error.retryable || error.outcome === 'unknown') && isRepeatable;
    return createError(this, error.message, { ...error, outcome, retryable, cause: error.cause });
  }

  /**
   * Creates an error of this operation from one that was thrown while it was prepared: the error of another operation
   * whose work this one shares, a `codedError`, or else a token store failure.
   */
  failWith(thrown: unknown): ApiError {
    if (thrown instanceof ApiError) return this.failAs(thrown);
    const { errorCode: code, message, providerCode } = thrown as Partial<CodedError>;
    if (code) return this.fail(String(message), { code, providerCode });
    return this.fail(`the token store failed: ${message}`, { code: 'unavailable', cause: thrown });
  }

  /** Creates the error of an operation on a closed client. */
  closed(): ApiError {
    return this.fail('the client was closed with close(). Make calls before closing it, or create another client', {
      code: 'unavailable',
    });
  }

  /**
   * Returns the error of an operation that a signal ended: the signal's reason if it is an Error, else an ApiError
   * `aborted` with the reason as its cause.
   */
  aborted(reason: unknown): unknown {
    if (isError(reason)) return reason;
    if (reason === graceOver)
      return this.fail(
        'the client was closed, and the call had not ended within graceMs of close(). Increase graceMs, or set a shorter deadlineMs for the call',
        { code: 'unavailable' },
      );
    return this.fail(
      `the call's signal was aborted: ${describeReason(reason)}. Make the call again if you still need its result`,
      { code: 'aborted', cause: Object.assign(new Error(describeReason(reason)), { name: 'AbortReason' }) },
    );
  }

  /** Returns a redactor that knows all secrets of the operation: fixed credentials, tokens and secret parameters. */
  redactor(): Redactor {
    const { credentials, secretParams = [] } = this.provider;
    const lasting = [...Object.values(credentials), ...this.secrets];
    return createRedactor(secretsIn(secretParams, this.params), lasting, knownFormsOf(credentials));
  }
}

function createError(
  { provider, operation, trace }: Operation,
  message: string,
  fields: ErrorFields & Pick<ApiErrorFields, 'retryable'>,
) {
  const error = new ApiError(`${operation}: ${message}`, { ...fields, provider: provider.name, operation });
  error.stack = `${error.name}: ${error.message}${readFrames(trace)}`;
  return error;
}

/** Copies only the name, code and message of an error, because causes may hold the live request. */
function redactedCause(cause: Error, redact: Redactor): Error {
  const { name, code } = cause as { name?: string; code?: string };
  return Object.assign(new Error(redact.text(cause.message)), {
    ...(name && { name: redact.text(`${name}`) }),
    ...(code && { code: redact.text(`${code}`) }),
    stack: undefined,
  });
}

/**
 * Returns the stack frames below a trace's first line; empty if the application's own `Error.prepareStackTrace` returns
 * something other than a string.
 */
function readFrames(trace: Trace): string {
  let stack: unknown;
  try {
    stack = trace.stack;
  } catch {} // prepareStackTrace threw, but the error being created matters more
  if (typeof stack !== 'string') return '';
  const endOfFirstLine = stack.indexOf('\n');
  return endOfFirstLine < 0 ? '' : stack.slice(endOfFirstLine);
}

/** Whether a value is an Error, including one from another realm, as under some test runners. */
const isError = (value: unknown): value is Error =>
  value instanceof Error || /^\[object (Error|DOMException)\]$/.test(Object.prototype.toString.call(value));

/**
 * Describes a reason in words. Shows only strings and numbers, because objects may hold anything and converting them
 * may run their code.
 */
function describeReason(reason: unknown): string {
  if (typeof reason === 'string' && reason !== '') return reason;
  if (typeof reason === 'number' || typeof reason === 'boolean' || reason === null) return String(reason);
  return `its reason is a value of type ${typeof reason}`;
}
