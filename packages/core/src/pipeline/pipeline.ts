import type { Next, Stage } from '../call/call.ts';
import { authorize } from './authorize.ts';
import { checkInput } from './check-input.ts';
import { checkOptions } from './check-options.ts';
import { checkOutput } from './check-output.ts';
import { exchange } from './exchange.ts';
import { interpret } from './interpret.ts';
import { limitTime } from './limit-time.ts';
import { observeCall } from './observe-call.ts';
import { prepare } from './prepare.ts';
import { reserve } from './reserve.ts';
import { retry } from './retry.ts';
import { useCache } from './use-cache.ts';

/** Makes one function of stages, the outermost first. The last one calls nothing. @internal */
export const compose = (...stages: readonly Stage[]): Next =>
  stages.reduceRight<Next>((next, stage) => (call) => stage(call, next), notReached);

const notReached: Next = () => Promise.reject(new Error('the last stage of a pipeline calls no other'));

// prettier-ignore
/** How every call begins. */
const begin = [
  observeCall, //  counts the call, reports its start and its end; a closed client ends it here
  checkOptions, // the options of the caller, those of the client and the defaults become settings
  limitTime, //    the deadline and the signals of the call end everything below
];

/** How every request is sent. */
const send = [
  prepare, //      builds the request of params
  useCache, //     a response that is stored takes the place of everything below
  retry, //        repeats everything below
  reserve, //      waits for a point of the rate limit, and settles it afterwards
  authorize, //    gets the grant
  exchange, //     sends the request, and reads the response within the time-out
  interpret, //    the response becomes a body, or an error
];

/** Calls an endpoint that has one result. @internal */
export const callEndpoint: Next = compose(...begin, checkInput, checkOutput, ...send);

/** Loads a page of a list: `readPage` checks the input, makes the params of the page, and reads the body. @internal */
export const callPage = (readPage: Stage): Next => compose(...begin, readPage, ...send);
