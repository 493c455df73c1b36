import ky from 'ky';
import { type Exchange, exchangeBy } from './fetch.ts';

// What differs between runtimes: here for all but Node, whose half is in node.ts.

/** By the runtime's `fetch`, as it is at the time of the call. @internal */
export const exchange: Exchange = (...request) => exchangeBy(fetch)(...request);

/** What repeats and pauses. @internal */
export const loadKy = async () => ky;
