import { ApiError, type ClientEvent, isApiError } from '@x/core';
import { control } from './control.ts';
import { type SmokeOptions, type Subject, subjectsOf } from './subjects.ts';

// The suite depends on no runtime: it and the modules that it loads import only the packages.

/** Result of a check. */
export interface Check {
  readonly provider: string;
  readonly name: string;
  readonly ok: boolean;
  /** Observed value, or the reason if the check failed. */
  readonly seen: string;
}

/** Runs every check that each of the five clients must pass in any runtime. */
export async function smoke(options: SmokeOptions): Promise<Check[]> {
  const checks: Check[] = [];
  const [accessToken = ''] = await control<string[]>(options.controlApi, 'GET', '/bank/accessTokens');
  for (const subject of subjectsOf(options, accessToken)) {
    const { provider } = subject;
    for (const [name, prove] of checksOf(subject, options, accessToken))
      checks.push(
        await prove().then(
          (seen) => ({ provider, name, ok: true, seen }),
          (error) => ({ provider, name, ok: false, seen: String(error) }),
        ),
      );
  }
  return checks;
}

/** Fails the check unless `holds` is truthy. `what` describes the observed value. */
function must(holds: unknown, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

/** Returns the error that a call rejects with. */
const errorOf = (call: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(call).then(
    (answer) => new Error(`a response: ${JSON.stringify(answer)}`),
    (error) => error,
  );

function checksOf(subject: Subject, options: SmokeOptions, accessToken: string): [string, () => Promise<string>][] {
  const { provider, connect, path } = subject;

  const addFault = (fault: object) => control(options.controlApi, 'POST', '/faults', { provider, path, ...fault });
  const clearFaults = () => control(options.controlApi, 'DELETE', '/faults');
  const advance = (ms: number) => control(options.controlApi, 'POST', '/clock/advance', { ms });

  const idsOf = (items: readonly object[]) => items.map((item) => (item as Record<string, unknown>)[subject.id]);

  async function firstCall(): Promise<string> {
    const answer = await connect().one();
    must(typeof answer === 'string' && answer, `${answer}`);
    return answer;
  }

  async function pages(): Promise<string> {
    const ids = idsOf(await connect().many().toArray({ limit: 25 }));
    const different = new Set(ids).size;
    must(ids.length === 25 && different === 25 && !ids.includes(undefined), `${ids}`);
    return `${ids.length} items from three pages`;
  }

  async function resume(): Promise<string> {
    const before = connect();
    const { nextCursor: next } = await before.many();
    must(next, 'no cursor after the first page');
    const walked = idsOf(await before.many().toArray({ limit: 20 }));
    const ids = idsOf((await connect().many({ cursor: next })).items);
    must(`${ids}` === `${walked.slice(10)}`, `${ids} instead of ${walked.slice(10)}`);
    return `${ids.length} items from a cursor of ${next.length} characters`;
  }

  async function error(): Promise<string> {
    const error = await errorOf(connect().refused());
    must(isApiError(error) && error instanceof ApiError, `${error}`);
    must(error.code === subject.code && error.provider === provider, `${error.code} from ${error.provider}`);
    const shown = `${JSON.stringify(error)} ${error} ${error.stack}`;
    for (const [name, value] of Object.entries({ ...options.options[provider], access: accessToken }))
      must(/url$/i.test(name) || !shown.includes(`${value}`), `shows a credential: ${shown}`);
    return `${error.code} ${error.status}`;
  }

  async function retry(): Promise<string> {
    const waits: number[] = [];
    const onEvent = (event: ClientEvent) => {
      if (event.type === 'retry') waits.push(event.waitMs);
    };
    await addFault({ status: 503, times: 2 });
    const answer = await connect({ retries: 2, random: () => 0, onEvent }).one();
    await clearFaults();
    must(typeof answer === 'string' && answer, `${answer}`);
    must(waits.length === 2, `${waits.length} retries`);
    return `a response to the third attempt`;
  }

  /** Aborts a call whose response never ends on its own, no matter how far the call is. */
  async function abort(): Promise<string> {
    const { one } = connect();
    await one(); // gets the token first
    const controller = new AbortController();
    const reason = new Error('enough');
    await addFault({ stall: 'mid-body' });
    const ended = errorOf(one({ signal: controller.signal }));
    const faults = () => control<object[]>(options.controlApi, 'GET', '/faults');
    while ((await faults()).length > 0); // until the request has arrived and used up the fault
    controller.abort(reason);
    const error = await ended;
    must(error === reason, `${error}`);
    return 'rejects with the given reason';
  }

  async function refresh(): Promise<string> {
    const tokens: ClientEvent[] = [];
    const onEvent = (event: ClientEvent) => {
      if (event.type === 'token') tokens.push(event);
    };
    const { one } = connect({ onEvent });
    await one();
    await one();
    const first = tokens.splice(0);
    must(first.length === 1, `${first.length} tokens for two calls`);
    await advance(3_600_000);
    await one();
    must(tokens.length === 1, `${tokens.length} more tokens after the first expired`);
    return 'a second token after the first expired';
  }

  async function webhook(receive: Subject['receive'] & {}): Promise<string> {
    const handled: string[] = [];
    const { signed, handle } = await receive((name) => handled.push(name));
    const { headers } = signed;
    const body = await signed.text();
    const send = (body: string) => handle(new Request('http://localhost/', { method: 'POST', headers, body }));
    const forged = await send(body.replace('1', '2'));
    must(forged.status >= 400 && `${handled}` === '', `a forged one: ${forged.status}, ${handled}`);
    const genuine = await send(body);
    must(genuine.ok && handled.length === 1, `a genuine one: ${genuine.status}, ${handled}`);
    return `${handled} ${genuine.status}, forged ${forged.status}`;
  }

  async function events(listen: Subject['listen'] & {}): Promise<string> {
    const listener = await listen();
    await control(options.controlApi, 'POST', '/stream/eventSub/fire', { type: 'stream.online' });
    for await (const { type } of listener) {
      must(type === 'stream.online', type);
      break;
    }
    must(listener.state.status === 'closed', listener.state.status);
    return 'stream.online over a WebSocket';
  }

  async function strict(): Promise<string> {
    await addFault({ body: subject.wrong });
    const error = await errorOf(connect().one());
    await clearFaults();
    must(isApiError(error) && error.code === 'invalid_response', `${error}`);
    must(error.message.includes('not as documented'), error.message);
    return error.message.slice(error.message.indexOf('documented: ') + 12);
  }

  async function refusedInBrowser(): Promise<string> {
    const error = await errorOf((async () => connect())());
    must(isApiError(error) && error.code === 'not_supported', `${error}`);
    return error.code;
  }

  if (subject.serverOnly && 'document' in globalThis) return [['refused in a browser', refusedInBrowser]];
  const { tokens, receive, listen } = subject;
  const checks = { 'first call': firstCall, pages, resume, error, retry, abort, strict };
  if (tokens) Object.assign(checks, { refresh });
  if (receive) Object.assign(checks, { webhook: () => webhook(receive) });
  if (listen) Object.assign(checks, { events: () => events(listen) });
  return Object.entries(checks);
}
