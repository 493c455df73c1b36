import { createHmac } from 'node:crypto';
import { userId } from '../src/providers/stream/data/values.ts';
import type { StreamSandboxOptions } from '../src/providers/stream/options.ts';
import { testContext } from './sandbox.ts';
import { type Row, type TestStream, testStream } from './stream.ts';

/** A message that a receiver gets. */
export interface Received {
  url: string;
  headers: Headers;
  body: string;
  json: Row;
}

/** ID of the channel that tests subscribe to. */
export const owner = userId(0);

export const secret = 'a secret of the test';
export const hook = 'http://127.0.0.1:9/hook';

const echo = ({ json }: Received): Response =>
  new Response(json.challenge ?? null, { headers: { 'content-type': 'text/plain' } });

/**
 * Starts a sandbox whose webhooks are collected here. `reply` returns the responses, by default those of a correct
 * receiver.
 */
export function testEventSub(options: StreamSandboxOptions = {}, reply: (message: Received) => Response = echo) {
  const received: Received[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const body = String(init?.body);
    const message = { url: String(input), headers: new Headers(init?.headers), body, json: JSON.parse(body) };
    received.push(message);
    return reply(message);
  };
  const stream: TestStream = testStream(options, testContext('stream', { fetch }));

  const call = (method: string, path: string, body?: object) =>
    stream.send(method, `/eventsub${path}`, undefined, body);
  /** Requests a subscription, by default with a webhook. */
  const ask = (type: string, version: string, condition: object, transport: object = {}) =>
    call('POST', '/subscriptions', {
      type,
      version,
      condition,
      transport: { method: 'webhook', callback: hook, secret, ...transport },
    });
  const list = async (query = '') => (await call('GET', `/subscriptions${query}`)).body;
  /** Sends everything that is due. Returns the messages received since the last call. */
  const settle = async (ms = 0) => {
    await stream.clock.advance(ms);
    return received.splice(0);
  };
  /** Creates a subscription that has passed the challenge. */
  const subscribe = async (type: string, version: string, condition: object, transport: object = {}) => {
    const answer = await ask(type, version, condition, transport);
    if (answer.status !== 202) throw new Error(`${type}: ${answer.body.message}`);
    await settle();
    return answer.body.data[0];
  };
  const grant = (userId: string, ...scopes: string[]) => stream.controls.issueUserToken({ userId, scopes }).accessToken;
  return { ...stream, call, ask, list, settle, subscribe, grant, eventSub: stream.controls.eventSub };
}

/** Returns the type of a message, from its header. */
export const kindOf = ({ headers }: Received) => headers.get('twitch-eventsub-message-type');

/** Returns the signature that a message must have. */
export function signatureOf({ headers, body }: Received): string {
  const text = `${headers.get('twitch-eventsub-message-id')}${headers.get('twitch-eventsub-message-timestamp')}${body}`;
  return `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
}
