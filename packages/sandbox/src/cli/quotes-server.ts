import { setTimeout } from 'node:timers/promises';
import { createClock } from '../clock/clock.ts';
import { type QuotesSandboxOptions, quotesRules, resolveOptions } from '../providers/quotes/options.ts';
import { quotesProvider } from '../providers/quotes/provider.ts';
import { listen } from '../server/listen.ts';
import { describe, isObject, type OptionRules, problemOf, problemOfOptions } from '../shared/check-fields.ts';
import { generatedOf, ownOf } from '../shared/own-records.ts';
import { createRandom } from '../shared/random.ts';
import { FileError, readJsonFile } from './json-file.ts';

/** Options of `startQuotesServer`. */
export interface QuotesServerOptions {
  /** File with your own quotations. Default: 436 in the public domain. */
  readonly data?: string | undefined;
  /** Port to listen on; 0 for any free one. */
  readonly port: number;
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string | undefined;
  /** Requests allowed per minute and client address; 0 for no limit. */
  readonly limit: number;
  /**
   * Header with the client's address; if it lists several, the last one counts. Default: the address of the connection.
   */
  readonly addressHeader?: string | undefined;
}

/** A running quotation server. */
export interface QuotesServer {
  readonly url: string;
  /** Number of quotations. */
  readonly count: number;
  /** Stops listening, and waits at most ten seconds for responses that are under way. */
  close(): Promise<void>;
}

/** Longest time that `close` waits for responses that are under way. */
const closeMs = 10_000;

const fileRules: OptionRules = { quotes: quotesRules.quotes, authors: quotesRules.authors };

/**
 * Reads your own quotations.
 *
 * @throws FileError if they are not valid. Its message names the file and the place in it.
 */
export function readQuotesFile(file: string): QuotesSandboxOptions {
  const content = readJsonFile(file);
  if (content === undefined) throw new FileError(`${file} does not exist`);
  const { quotes, authors, ...others } = Array.isArray(content)
    ? { quotes: content }
    : isObject(content)
      ? content
      : {};
  if (!Array.isArray(quotes) || quotes.length === 0)
    throw new FileError(
      `${file} must contain an array of quotations, or an object with such an array as "quotes"; got ${Array.isArray(quotes) ? 'an empty array' : describe(content)}`,
    );
  if (quotes.length > 100_000)
    throw new FileError(`${file} must contain at most 100,000 quotations; got ${quotes.length}`);
  const problem = problemOfOptions({ quotes, authors, ...others }, fileRules, { noun: 'field' });
  if (problem !== undefined) throw new FileError(`${file}: ${problem}`);
  const options = { quotes: { generated: 0, own: quotes }, authors } as QuotesSandboxOptions;
  try {
    resolveOptions({ realQuirks: false }, { ...options, quotes } as QuotesSandboxOptions);
  } catch (error) {
    throw new FileError(`${file}: ${problemOf(error as Error).replaceAll(/\bquotes\.(?=quotes\[|authors\[)/g, '')}`);
  }
  return options;
}

/** Starts a quotation server without the rest of the sandbox: no control API, no faults and no log. */
export async function startQuotesServer({
  data,
  port,
  host,
  limit,
  addressHeader,
}: QuotesServerOptions): Promise<QuotesServer> {
  const options = data === undefined ? {} : readQuotesFile(data);
  const addresses = new WeakMap<Request, string>();
  const clock = createClock();
  const { servers } = quotesProvider.plan(
    {
      clock,
      startedAt: clock.now(),
      random: (label) => createRandom(1, `quotes/${label}`),
      baseUrl: () => url,
      fetch: globalThis.fetch,
      realQuirks: false,
    },
    {
      ...options,
      clientAddress: (request) => {
        const given = addressHeader && request.headers.get(addressHeader)?.split(',').at(-1)?.trim();
        return given || (addresses.get(request) ?? '');
      },
      limits: limit === 0 ? 'off' : { requests: limit },
    },
  );
  const { app } = servers();
  const { server, url } = await listen(
    async (request, { incoming }) => {
      addresses.set(request, incoming.socket.remoteAddress ?? '');
      return app.fetch(request);
    },
    port,
    host,
  );
  return {
    url,
    count: ownOf(options.quotes).length || (generatedOf(options.quotes) ?? 436),
    async close() {
      clock.stop();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await Promise.race([closed, setTimeout(closeMs, undefined, { ref: false })]);
      server.closeAllConnections();
      await closed;
    },
  };
}
