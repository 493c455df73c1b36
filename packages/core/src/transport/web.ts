import { type Exchange, exchangeByFetch } from './fetch.ts';

// What differs between runtimes: this file on all but Node, node.ts on Node. `#transport` in package.json chooses.

/** Exchanges by the runtime's `fetch`, as it is at the time of the call. @internal */
export const exchange: Exchange = (...request) => exchangeByFetch(fetch)(...request);
