import { describe, expect, it } from 'vitest';
import { createClock } from './clock.ts';
import { createSandbox, type SandboxOptions } from './sandbox.ts';

describe('createSandbox', () => {
  it.each<[unknown, ErrorConstructor, string]>([
    [{ latencyms: 5 }, TypeError, 'the sandbox has no option "latencyms": did you mean "latencyMs"?'],
    [{ sed: 5 }, TypeError, 'the sandbox has no option "sed": did you mean "seed"?'],
    [{ twitch: {} }, TypeError, 'the sandbox has no option "twitch". The options are port, host, allowedHosts, listen'],
    [{ port: '4010' }, TypeError, 'port must be a whole number from 0 to 65535; got "4010"'],
    [{ port: 70_000 }, RangeError, 'port must be a whole number from 0 to 65535; got 70000'],
    [{ latencyMs: -1 }, RangeError, 'latencyMs must be a whole number from 0 to 2147483647; got -1'],
    [{ latencyMs: Number.NaN }, RangeError, 'got NaN'],
    [{ listen: 'no' }, TypeError, 'listen must be true or false; got "no"'],
    [{ clock: Date }, TypeError, 'clock must be a clock of createClock: an object with the functions now, advance, '],
    [{ quirks: 'reel' }, TypeError, 'quirks must be one of off, real; got "reel": did you mean "real"?'],
    [{ stream: [] }, TypeError, 'the options of stream must be an object; got an array'],
    ['food', TypeError, 'the options of the sandbox must be an object; got "food"'],
    [null, TypeError, 'the options of the sandbox must be an object; got null'],
    [{ stream: { user: 5 } }, TypeError, 'stream has no option "user": did you mean "users"?'],
    [{ stream: { users: 0 } }, RangeError, 'stream.users must be a whole number of at least 1; got 0'],
    [
      { stream: { clientType: 'open' } },
      TypeError,
      'stream.clientType must be one of confidential, public; got "open"',
    ],
    [{ stream: { clientSecret: 12345 } }, TypeError, 'stream.clientSecret must be a string; got a number'],
    [{ stream: { rateLimit: { capcity: 1 } } }, TypeError, 'stream.rateLimit has no field "capcity": did you mean'],
    [
      { stream: { endpointLimits: { 'GET /clips': 5 } } },
      TypeError,
      'stream.endpointLimits must be an object of endpoints',
    ],
    [{ stream: { consent: 'yes' } }, TypeError, 'stream.consent must be one of ask, approve, deny; got "yes"'],
    [{ stream: { users: 5, streams: 6 } }, RangeError, 'stream.streams must be at most stream.users, 5; got 6'],
    [{ music: { mode: 'developement' } }, TypeError, 'got "developement": did you mean "development"?'],
    [{ music: { artists: 1 } }, RangeError, 'music.artists must be a whole number of at least 2; got 1'],
    [{ music: { otherClients: [{ clientID: 'x' }] } }, TypeError, 'music.otherClients must be an array of apps'],
    [
      { music: { retryAfterSeconds: '5' } },
      TypeError,
      'music.retryAfterSeconds must be a number of seconds, at least 0',
    ],
    [{ bank: { institutions: 1 } }, RangeError, 'bank.institutions must be a whole number from 15 to 10000; got 1'],
    [{ bank: { rateLimits: true } }, TypeError, 'bank.rateLimits must be false, or an object of paths'],
    [{ bank: { secret: ['x'] } }, TypeError, 'bank.secret must be a string; got an array'],
    [{ food: { brandedFood: 5 } }, TypeError, 'food has no option "brandedFood": did you mean "brandedFoods"?'],
    [{ food: { brandedFoods: 100_001 } }, RangeError, 'food.brandedFoods must be a whole number from 0 to 100000'],
    [{ food: { searchWindowStatus: 404 } }, RangeError, 'food.searchWindowStatus must be 400 or 500; got 404'],
    [{ quotes: { quotes: -1 } }, RangeError, 'quotes.quotes must be a whole number from 0 to 100000; got -1'],
    [{ quotes: { rateLimit: { windowMs: 0 } } }, RangeError, 'quotes.rateLimit.windowMs must be a whole number of at '],
    [
      { quotes: { basePaths: ['api/'] } },
      RangeError,
      "quotes.basePaths must list '' or paths such as '/api'; got \"api/\"",
    ],
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
      stream: { clientId: undefined, users: undefined, rateLimit: { capacity: undefined }, extension: undefined },
      music: { mode: undefined, clientSecret: undefined, otherClients: undefined },
      bank: { clientId: undefined, rateLimits: undefined, products: undefined },
      food: { apiKeys: undefined, brandedFoods: undefined },
      quotes: { quotes: undefined, basePaths: undefined, rateLimit: { limit: undefined } },
    } satisfies SandboxOptions);
    const plain = await createSandbox({ listen: false, clock: createClock(0, false) });
    const comparable = ({ options }: typeof sandbox) => JSON.stringify(options);
    expect(comparable(sandbox)).toBe(comparable(plain));
    await Promise.all([sandbox.close(), plain.close()]);
  });

  it('refuses options in a reset that a reset cannot change, and changes nothing', async () => {
    const sandbox = await createSandbox({ listen: false });
    expect(() => sandbox.reset({ seed: 2 } as object)).toThrow('sandbox.reset has no option "seed"');
    expect(() => sandbox.reset({ stream: { user: 1 } } as object)).toThrow('stream has no option "user"');
    await sandbox.close();
  });
});
