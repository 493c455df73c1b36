import { describe, expect, it } from 'vitest';
import { createClock } from './clock.ts';
import { createSandbox } from './create-sandbox.ts';
import type { SandboxOptions } from './options.ts';

describe('createSandbox', () => {
  it.each<[unknown, ErrorConstructor, string]>([
    [{ latencyms: 5 }, TypeError, 'unknown option latencyms; did you mean latencyMs?'],
    [{ sed: 5 }, TypeError, 'unknown option sed; did you mean seed?'],
    [{ twitch: {} }, TypeError, 'unknown option twitch; the options are port, host, allowedHosts, listen'],
    [{ port: '4010' }, TypeError, 'port must be a whole number from 0 to 65535; got "4010"'],
    [{ port: 70_000 }, TypeError, 'port must be a whole number from 0 to 65535; got 70000'],
    [{ latencyMs: -1 }, TypeError, 'latencyMs must be a whole number from 0 to 2147483647; got -1'],
    [{ latencyMs: Number.NaN }, TypeError, 'got NaN'],
    [{ listen: 'no' }, TypeError, 'listen must be true or false; got "no"'],
    [{ clock: Date }, TypeError, 'clock must be a clock of createClock, or an object with the fields now, offsetMs, '],
    [
      { faults: [{}, { provder: 'food' }] },
      TypeError,
      'unknown option faults[1].provder; did you mean faults[1].provider?',
    ],
    [{ faults: [{ status: 1 }] }, TypeError, 'faults[0].status must be a whole number from 200 to 599; got 1'],
    [
      { quotes: { clientAddress: 'x' } },
      TypeError,
      'quotes.clientAddress must be a function; got a string of 1 character',
    ],
    [{ quirks: 'reel' }, TypeError, 'quirks must be one of off, real; got "reel"'],
    [{ stream: [] }, TypeError, 'stream must be an object; got an array'],
    [{ food: null }, TypeError, 'food must be an object; got null'],
    [{ quotes: 'all' }, TypeError, 'quotes must be an object; got a string of 3 characters'],
    [{ limits: 'reel' }, TypeError, 'food, quotes; got "reel"'],
    [
      { limits: { stream: { endpoints: { 'GET /no/such': { limit: 1, windowMs: 1 } } } } },
      RangeError,
      'limits.stream.endpoints: there is no endpoint GET /no/such',
    ],
    [{ limits: null }, TypeError, 'limits must be off, real or an object with the fields stream, music, bank, '],
    [{ limits: { food: 'on' } }, TypeError, 'limits.food must be off, real or an object with the fields'],
    [
      { limits: { food: { burst: true } } },
      TypeError,
      'unknown option limits.food.burst; did you mean limits.food.bursts?',
    ],
    [{ limits: { food: { bursts: 1 } } }, TypeError, 'limits.food.bursts must be true or false; got 1'],
    [{ limits: { music: { requests: -1 } } }, TypeError, 'limits.music.requests must be a number of requests, at '],
    [{ limits: { stream: { refillPerMinute: 0 } } }, TypeError, 'limits.stream.refillPerMinute must be a number of '],
    [{ limits: { bank: { '/no/such': { item: 1 } } } }, RangeError, 'limits.bank: there is no endpoint /no/such'],
    [{ music: { limits: { requests: 5 } } }, TypeError, 'music has no option "limits": set limits.music instead'],
    ['food', TypeError, 'options must be an object; got a string of 4 characters'],
    [null, TypeError, 'options must be an object; got null'],
    [{ stream: { user: 5 } }, TypeError, 'unknown option stream.user; did you mean stream.users?'],
    [{ stream: { users: 0 } }, TypeError, 'stream.users must be a whole number of at least 1; got 0'],
    [{ stream: { clientType: 'open' } }, TypeError, 'stream.clientType must be one of confidential, public'],
    [{ stream: { clientSecret: 12345 } }, TypeError, 'stream.clientSecret must be a string; got a number'],
    [{ limits: { stream: { capcity: 1 } } }, TypeError, 'unknown option limits.stream.capcity'],
    [{ stream: { rateLimit: { capacity: 1 } } }, TypeError, 'unknown option stream.rateLimit'],
    [
      { limits: { stream: { endpoints: { 'GET /clips': 5 } } } },
      TypeError,
      'limits.stream.endpoints["GET /clips"] must be',
    ],
    [{ stream: { consent: 'yes' } }, TypeError, 'stream.consent must be one of ask, approve, deny; got "yes"'],
    [{ stream: { users: 5, streams: 6 } }, RangeError, 'stream.streams must be at most stream.users, 5; got 6'],
    [{ music: { mode: 'developement' } }, TypeError, 'got "developement"'],
    [{ music: { artists: 1 } }, TypeError, 'music.artists must be a whole number of at least 2; got 1'],
    [
      { music: { otherClients: [{ clientID: 'x' }] } },
      TypeError,
      'unknown option music.otherClients[0].clientID; did you mean',
    ],
    [{ music: { retryAfterSeconds: '5' } }, TypeError, 'music.retryAfterSeconds must be a number of seconds'],
    [{ bank: { institutions: 1 } }, TypeError, 'bank.institutions must be a whole number from 15 to 10000; got 1'],
    [{ limits: { bank: true } }, TypeError, 'limits.bank must be off, real or an object of paths, each with'],
    [
      { limits: { bank: { '/item/get': { items: 1 } } } },
      TypeError,
      'unknown option limits.bank["/item/get"].items; did you mean',
    ],
    [{ bank: { secret: ['x'] } }, TypeError, 'bank.secret must be a string; got an array'],
    [{ food: { brandedFood: 5 } }, TypeError, 'unknown option food.brandedFood; did you mean food.brandedFoods?'],
    [{ food: { brandedFoods: 100_001 } }, TypeError, 'food.brandedFoods must be a whole number from 0 to 100000'],
    [{ food: { searchWindowStatus: 404 } }, TypeError, 'food.searchWindowStatus must be 400 or 500; got 404'],
    [{ quotes: { quotes: -1 } }, TypeError, 'quotes.quotes must be a whole number from 0 to 100000; got -1'],
    [{ limits: { quotes: { windowMs: 0 } } }, TypeError, 'limits.quotes.windowMs must be a whole number of at '],
    [{ quotes: { basePaths: ['api/'] } }, RangeError, "quotes.basePaths must list '' or paths such as '/api'"],
  ])('refuses the options %j with a %o: %s', async (options, kind, message) => {
    const started = createSandbox(
      typeof options === 'object' && options ? { listen: false, ...options } : (options as object),
    );
    const error = await started.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(kind);
    expect((error as Error).message).toContain(message);
  });

  it('takes options that are undefined for options that are not set', async () => {
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
      quotes: { quotes: undefined, basePaths: undefined },
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
  ])('takes limits that are undefined for limits that are not set: %j', async (limits, refused) => {
    const sandbox = await createSandbox({ listen: false, limits });
    const responses = await Promise.all(
      Array.from({ length: 181 }, () => sandbox.fetch(`${sandbox.url}/quotes/info/count`)),
    );
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(refused);
    await sandbox.close();
  });

  it('refuses options in a reset that a reset cannot change, and changes nothing', async () => {
    const sandbox = await createSandbox({ listen: false });
    expect(() => sandbox.reset({ port: 2 } as object)).toThrow('unknown option sandbox.reset.port');
    expect(() => sandbox.reset({ seed: 1.5 })).toThrow('sandbox.reset.seed must be a whole number');
    expect(() => sandbox.reset({ stream: { user: 1 } } as object)).toThrow('unknown option stream.user');
    expect(() => sandbox.reset({ stream: 'real' } as object)).toThrow('sandbox.reset.stream must be an object');
    expect(() => sandbox.reset({ limits: 'reel' } as object)).toThrow('sandbox.reset.limits must be off, real or an');
    await sandbox.close();
  });
});
