import { ApiError } from '@x/core';
import { describe, expect, it } from 'vitest';
import { createClock } from './clock/clock.ts';
import { createSandbox } from './create-sandbox.ts';
import type { SandboxOptions } from './options.ts';

describe('createSandbox', () => {
  it.each<[unknown, string]>([
    [{ latencyms: 5 }, 'unknown option latencyms; did you mean latencyMs?'],
    [{ sed: 5 }, 'unknown option sed; did you mean seed?'],
    [{ twitch: {} }, 'unknown option twitch; the options are port, host, allowedHosts, listen'],
    [{ port: '4010' }, 'port must be a whole number from 0 to 65535; got "4010"'],
    [{ port: 70_000 }, 'port must be a whole number from 0 to 65535; got 70000'],
    [{ latencyMs: -1 }, 'latencyMs must be a whole number from 0 to 2147483647; got -1'],
    [{ latencyMs: Number.NaN }, 'got NaN'],
    [{ listen: 'no' }, 'listen must be true or false; got "no"'],
    [{ clock: Date }, 'clock must be a clock of createClock, or an object with the fields now, offsetMs, '],
    [{ faults: [{}, { provder: 'food' }] }, 'unknown option faults[1].provder; did you mean faults[1].provider?'],
    [{ faults: [{ status: 1 }] }, 'faults[0].status must be a whole number from 200 to 599; got 1'],
    [{ quotes: { clientAddress: 'x' } }, 'quotes.clientAddress must be a function; got a string of 1 character'],
    [{ quirks: 'reel' }, 'quirks must be one of off, real; got "reel"'],
    [{ stream: [] }, 'stream must be an object; got an array'],
    [{ food: null }, 'food must be an object; got null'],
    [{ quotes: 'all' }, 'quotes must be an object; got a string of 3 characters'],
    [{ limits: 'reel' }, 'stream, music, bank, food'],
    [
      { limits: { stream: { endpoints: { 'GET /no/such': { limit: 1, windowMs: 1 } } } } },
      'limits.stream.endpoints: there is no endpoint GET /no/such',
    ],
    [{ limits: null }, 'limits must be off, real or an object with the fields stream, music, bank, '],
    [{ limits: { food: 'on' } }, 'limits.food must be off, real or an object with the fields'],
    [{ limits: { food: { burst: true } } }, 'unknown option limits.food.burst; did you mean limits.food.bursts?'],
    [{ limits: { food: { bursts: 1 } } }, 'limits.food.bursts must be true or false; got 1'],
    [{ limits: { music: { requests: -1 } } }, 'limits.music.requests must be a number of requests, at '],
    [{ limits: { stream: { refillPerMinute: 0 } } }, 'limits.stream.refillPerMinute must be a number of '],
    [{ limits: { bank: { '/no/such': { item: 1 } } } }, 'limits.bank: there is no endpoint /no/such'],
    [{ music: { limits: { requests: 5 } } }, 'music has no option "limits": set limits.music instead'],
    ['food', 'options must be an object; got a string of 4 characters'],
    [null, 'options must be an object; got null'],
    [{ stream: { user: 5 } }, 'unknown option stream.user; did you mean stream.users?'],
    [{ stream: { users: 0 } }, 'stream.users must be a whole number of at least 1; got 0'],
    [{ stream: { clientType: 'open' } }, 'stream.clientType must be one of confidential, public'],
    [{ stream: { clientSecret: 12345 } }, 'stream.clientSecret must be a string; got a number'],
    [{ limits: { stream: { capcity: 1 } } }, 'unknown option limits.stream.capcity'],
    [{ stream: { rateLimit: { capacity: 1 } } }, 'unknown option stream.rateLimit'],
    [{ limits: { stream: { endpoints: { 'GET /clips': 5 } } } }, 'limits.stream.endpoints["GET /clips"] must be'],
    [{ stream: { consent: 'yes' } }, 'stream.consent must be one of ask, approve, deny; got "yes"'],
    [{ stream: { users: 5, streams: 6 } }, 'stream.streams must be at most stream.users, 5; got 6'],
    [{ music: { mode: 'developement' } }, 'got "developement"'],
    [{ music: { artists: 1 } }, 'music.artists must be a whole number of at least 2; got 1'],
    [{ music: { otherClients: [{ clientID: 'x' }] } }, 'unknown option music.otherClients[0].clientID; did you mean'],
    [{ music: { retryAfterSeconds: '5' } }, 'music.retryAfterSeconds must be a number of seconds'],
    [{ bank: { institutions: 1 } }, 'bank.institutions must be a whole number from 15 to 10000; got 1'],
    [{ limits: { bank: true } }, 'limits.bank must be off, real or an object of paths, each with'],
    [
      { limits: { bank: { '/item/get': { items: 1 } } } },
      'unknown option limits.bank["/item/get"].items; did you mean',
    ],
    [{ bank: { clientSecret: ['x'] } }, 'bank.clientSecret must be a string; got an array'],
    [{ food: { brandedFood: 5 } }, 'unknown option food.brandedFood; did you mean food.brandedFoods?'],
    [{ food: { brandedFoods: 100_001 } }, 'food.brandedFoods must be a whole number from 0 to 100000'],
    [{ food: { searchWindowStatus: 404 } }, 'food.searchWindowStatus must be 400 or 500; got 404'],
    [{ quotes: { quotes: -1 } }, 'quotes.quotes must be a whole number from 0 to 100000; got -1'],
    [{ limits: { quotes: { windowMs: 0 } } }, 'limits.quotes.windowMs must be a whole number of at '],
    [{ quotes: { basePath: 'api/' } }, "quotes.basePath must be '' or a path such as '/api'"],
  ])('refuses the options %j: %s', async (options, message) => {
    const started = createSandbox(
      typeof options === 'object' && options ? { listen: false, ...options } : (options as object),
    );
    const error = await started.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'invalid_params', provider: 'sandbox', operation: 'createSandbox' });
    expect((error as Error).message).toContain(message);
  });

  it('treats undefined options as not set', async () => {
    const sandbox = await createSandbox({
      listen: false,
      port: undefined,
      seed: undefined,
      quirks: undefined,
      clock: createClock(0, false),
      stream: { clientId: undefined, users: undefined, extension: undefined },
      music: { mode: undefined, clientSecret: undefined, otherClients: undefined },
      bank: { clientId: undefined, products: undefined },
      food: { apiKeys: undefined, brandedFoods: undefined },
      quotes: { quotes: undefined, basePath: undefined },
    } satisfies SandboxOptions);
    const plain = await createSandbox({ listen: false, clock: createClock(0, false) });
    const comparable = ({ options }: typeof sandbox) => JSON.stringify(options);
    expect(comparable(sandbox)).toBe(comparable(plain));
    await Promise.all([sandbox.close(), plain.close()]);
  });

  it.each<[limits: SandboxOptions['limits'], refused: number]>([
    [undefined, 0],
    [{ quotes: undefined }, 0],
    [
      { quotes: { requests: undefined, windowMs: undefined }, stream: { capacity: undefined, endpoints: undefined } },
      1,
    ],
  ])('treats undefined limits as not set: %j', async (limits, refused) => {
    const sandbox = await createSandbox({ listen: false, limits });
    const responses = await Promise.all(
      Array.from({ length: 181 }, () => sandbox.fetch(`${sandbox.url}/quotes/info/count`)),
    );
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(refused);
    await sandbox.close();
  });

  it('refuses options in a reset that a reset cannot change, and invalid ones', async () => {
    const sandbox = await createSandbox({ listen: false });
    expect(() => sandbox.reset({ port: 2 } as object)).toThrow('sandbox.reset: unknown option port');
    expect(() => sandbox.reset({ seed: 1.5 })).toThrow('sandbox.reset: seed must be a whole number');
    expect(() => sandbox.reset({ stream: { user: 1 } } as object)).toThrow('unknown option stream.user');
    expect(() => sandbox.reset({ stream: 'real' } as object)).toThrow('sandbox.reset: stream must be an object');
    expect(() => sandbox.reset({ limits: 'reel' } as object)).toThrow('sandbox.reset: limits must be off, real or an');
    await sandbox.close();
  });
});
