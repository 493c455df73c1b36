import type { Next, Stage } from '../call/call.ts';
import { aroundWith } from './around.ts';
import { authorize, replay } from './authorize.ts';
import { checkInput } from './check-input.ts';
import { checkOutput } from './check-output.ts';
import { exchange } from './exchange.ts';
import { interpret } from './interpret.ts';
import { limitTime } from './limit-time.ts';
import { observeCall } from './observe-call.ts';
import { prepare } from './prepare.ts';
import { reserve } from './reserve.ts';
import { retry } from './retry.ts';
import { chooseSettings } from './settings.ts';

/** Composes stages into one function, the outermost first. The last stage calls nothing. */
export const compose = (...stages: readonly Stage[]): Next =>
  stages.reduceRight<Next>((next, stage) => (call) => stage(call, next), notReached);

const notReached: Next = () => Promise.reject(new Error('the last stage of a pipeline calls no other'));

// prettier-ignore
/** First stages of every call. */
const begin = [
  observeCall, //    counts the call, reports its start and end; a closed client refuses it here
  chooseSettings, // merges the caller's options, the client's options and the defaults
  limitTime, //      ends everything below by the call's deadline and signals
];

/** Stages that send every request. */
const send = [
  aroundWith((call) => callEndpoint(call)), // sends the requests as the provider wants them sent
  prepare, //      builds the request from params
  retry, //        repeats everything below
  replay, //       repeats everything below once with another token if the provider refuses the first
  reserve, //      waits for a point of the rate limit, and settles it afterwards
  authorize, //    gets the grant
  exchange, //     sends the request, and reads the response within the timeout
  interpret, //    turns the response into a body or an error
];

/** Calls an endpoint that has one result. */
export const callEndpoint: Next = compose(...begin, checkInput, checkOutput, ...send);

/** Loads a page of a list: `readPage` checks the input, creates the page's params, and reads the body. */
export const callPage = (readPage: Stage): Next => compose(...begin, readPage, ...send);
