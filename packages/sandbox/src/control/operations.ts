import { clockRules } from '../clock/clock.ts';
import type { ClockQuery } from '../clock/clock-followers.ts';
import { type Fault, faultRules } from '../faults/fault.ts';
import { faultToJson, saveFault } from '../faults/faults.ts';
import { tokensOf } from '../inside.ts';
import type { ResetOptions } from '../options.ts';
import { type ExpectedRequest, expectedRules } from '../server/received.ts';
import type { SandboxRequest } from '../server/requests.ts';
import {
  anObject,
  aSeed,
  nonEmptyString,
  type OptionRules,
  offRealOr,
  oneOf,
  required,
  wholeNumber,
} from '../shared/check-fields.ts';
import type { ClockSettings } from '../shared/clock.ts';
import type { SandboxProvider } from '../shared/provider.ts';
import type { SandboxState } from '../state/document.ts';
import { type JsonSchema, schemaOfFields } from './json-schema.ts';
import type { Operation } from './operation.ts';
import { providerOperations } from './provider-operations.ts';

/** An operation that all sandboxes have. */
type Row = Pick<Operation, 'name' | 'summary' | 'result' | 'run' | 'isDocument'> & {
  /** Method and path, such as `GET /faults`. */
  readonly route: `${Operation['method']} /${string}`;
  /** Rules for the fields. Default: none. */
  readonly input?: OptionRules;
};

function operationOf({ route, input = {}, ...row }: Row): Operation {
  const [method, path] = route.split(' ') as [Operation['method'], string];
  return { ...row, method, path, input };
}

const objectSchema: JsonSchema = { type: 'object' };
const listSchema: JsonSchema = { type: 'array', items: objectSchema };
const faultSchema = (names: readonly string[]): JsonSchema => ({
  type: 'object',
  properties: {
    id: { type: 'integer' },
    fault: schemaOfFields(faultRules(names)),
    skip: { type: 'number', description: 'Number of matching requests to let through before it hits.' },
    left: { description: 'Number of matching requests that it then still hits; `always`: until it is removed.' },
    hits: { type: 'integer', description: 'Number of requests that it has hit.' },
  },
});
const clockSchema: JsonSchema = {
  type: 'object',
  properties: {
    now: { type: 'integer', description: 'Unix milliseconds.' },
    speed: { type: 'number', description: 'Clock milliseconds per real millisecond.' },
    frozen: { type: 'boolean', description: 'Whether time passes only when it is moved or set.' },
    revision: { type: 'integer', description: 'Number that changes whenever the time is moved or set.' },
  },
};

const faultOperations = (names: readonly string[]): readonly Row[] => [
  {
    name: 'faults.list',
    route: 'GET /faults',
    summary: 'Lists the faults that can still hit, in the order in which they are tried.',
    result: { type: 'array', items: faultSchema(names) },
    run: ({ sandbox }) => sandbox.faults.list().map((entry) => ({ id: entry.id, ...saveFault(entry) })),
  },
  {
    name: 'faults.add',
    route: 'POST /faults',
    summary: 'Adds a fault: what goes wrong, for which requests, and how often.',
    input: faultRules(names),
    result: { type: 'object', properties: { id: { type: 'integer' } } },
    run({ sandbox: { faults } }, fault: Fault) {
      faults.add(fault);
      return { id: faults.list().at(-1)?.id };
    },
  },
  {
    name: 'faults.clear',
    route: 'DELETE /faults',
    summary: 'Removes every fault.',
    run: ({ sandbox }) => sandbox.faults.clear(),
  },
  {
    name: 'faults.remove',
    route: 'DELETE /faults/{id}',
    summary: 'Removes a fault.',
    input: { id: required(wholeNumber(1)) },
    run({ sandbox }, { id }: { id: number }) {
      if (!sandbox.faults.remove(id)) throw new RangeError(`there is no fault ${id}. GET /faults lists the faults`);
    },
  },
];

const clockOperations: readonly Row[] = [
  {
    name: 'clock.get',
    route: 'GET /clock',
    summary: 'Returns the time of the sandbox, and how it runs. With `follower` and `after`, waits for it to change.',
    input: { after: wholeNumber(0), follower: nonEmptyString, wakesAt: wholeNumber(Number.MIN_SAFE_INTEGER) },
    result: clockSchema,
    run: ({ followClock }, query: ClockQuery) => followClock(query),
  },
  {
    name: 'clock.set',
    route: 'POST /clock',
    summary: 'Sets the time, freezes it, or sets its speed, and runs the jobs that fall due.',
    input: clockRules,
    result: clockSchema,
    async run({ sandbox: { clock }, followClock }, settings: ClockSettings) {
      await clock.set(settings);
      return followClock({});
    },
  },
  {
    name: 'clock.advance',
    route: 'POST /clock/advance',
    summary: 'Moves the time ahead and runs the jobs that fall due.',
    input: { ms: required(wholeNumber(0)) },
    result: clockSchema,
    async run({ sandbox: { clock }, followClock }, { ms }: { ms: number }) {
      await clock.advance(ms);
      return followClock({});
    },
  },
];

/** Converts a logged request to JSON. */
const shown = ({ query, headers, response, fault, ...request }: SandboxRequest) => ({
  ...request,
  query: [...query],
  headers: Object.fromEntries(headers),
  ...(fault && { fault: faultToJson(fault) }),
  ...(response && { response: { headers: Object.fromEntries(response.headers), body: response.body } }),
});

const requestOperations = (names: readonly string[]): readonly Row[] => [
  {
    name: 'requests.list',
    route: 'GET /requests',
    summary:
      'Lists the requests that arrived, oldest first, with their bodies; at most the last 10,000 and 32 MB are stored.',
    input: {
      after: wholeNumber(0),
      limit: wholeNumber(1, 1000),
      provider: oneOf(...names),
    },
    result: listSchema,
    run: ({ sandbox }, { after = 0, limit = 100, provider }: { after?: number; limit?: number; provider?: string }) =>
      sandbox.requests
        .filter((request) => request.id > after && (!provider || request.provider === provider))
        .slice(0, limit)
        .map(shown),
  },
  {
    name: 'requests.expectReceived',
    route: 'POST /requests/expectReceived',
    summary:
      'Returns the matching requests. If their number is not as expected, responds with 409 and lists the requests that arrived.',
    input: expectedRules(names),
    result: listSchema,
    run: ({ sandbox }, expected: ExpectedRequest) => sandbox.requests.expectReceived(expected).map(shown),
  },
  {
    name: 'requests.clear',
    route: 'DELETE /requests',
    summary: 'Empties the request log.',
    run({ sandbox }) {
      sandbox.requests.length = 0;
    },
  },
];

/** Limits, which `reset` checks. */
const limitsInput = offRealOr('an object of limits by provider', anObject);

const stateOperations = (names: readonly string[]): readonly Row[] => [
  {
    name: 'settings.get',
    route: 'GET /settings',
    summary: 'Returns the seed, the sizes of the data, and the settings of the providers, limits included.',
    result: objectSchema,
    run({ providers, current }) {
      const { seed, plan, options } = current();
      return {
        seed,
        sizes: Object.fromEntries(providers.map(({ name }) => [name, plan(name).sizes()])),
        settings: options,
      };
    },
  },
  {
    name: 'reset',
    route: 'POST /reset',
    summary: 'Restarts the providers, with another seed, data sizes, limits or other settings if given.',
    input: { seed: aSeed, ...Object.fromEntries(names.map((name) => [name, anObject])), limits: limitsInput },
    run: ({ sandbox }, changes: ResetOptions) => sandbox.reset(changes),
  },
  {
    name: 'state.save',
    route: 'GET /state',
    summary: 'Returns the state of the providers, the time and the faults as one document.',
    result: objectSchema,
    run: ({ sandbox }) => sandbox.save(),
  },
  {
    name: 'state.load',
    route: 'PUT /state',
    summary: 'Restores a document that `GET /state` or `sandbox.save()` returned.',
    isDocument: true,
    run: ({ sandbox }, document) => sandbox.load(document as SandboxState),
  },
];

const credentialOperations: readonly Row[] = [
  {
    name: 'clients.get',
    route: 'GET /clients',
    summary: "Returns the addresses and credentials for each provider's client.",
    result: objectSchema,
    run: ({ sandbox }) => sandbox.options,
  },
  {
    name: 'tokens.list',
    route: 'GET /tokens',
    summary: 'Lists the tokens that were issued and not revoked, oldest first.',
    result: listSchema,
    run: tokensOf,
  },
];

/** Returns the operations of a sandbox of these providers. */
export function operationsOf(providers: readonly SandboxProvider[]): readonly Operation[] {
  const names = providers.map(({ name }) => name);
  const common = [
    ...faultOperations(names),
    ...clockOperations,
    ...stateOperations(names),
    ...requestOperations(names),
    ...credentialOperations,
  ];
  return [...common.map(operationOf), ...providers.flatMap(providerOperations)];
}
