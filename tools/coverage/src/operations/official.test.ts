import { expect, it } from 'vitest';
import { unexplained } from '../compare.ts';
import { comparePackage, type Package, packages } from '../packages.ts';
import { operationsOfSpec } from '../spec.ts';
import { documentOfClient, readClientSource } from './official.ts';

const official = operationsOfSpec(documentOfClient(readClientSource()));

it('the declarations have every param, field and listed value of the official client, and no others', () => {
  const comparison = comparePackage(official, packages.bank as Package);
  expect(unexplained(comparison)).toEqual([]);
  expect(comparison.totals.fields).toBeGreaterThan(7000);
  expect(comparison.totals.values).toBeGreaterThan(1000);
});

const source = `
/** The version of the OpenAPI document: 2020-09-14_1.2.3 */
export interface ThingGetRequest {
    client_id?: string;
    id: string;
    kind?: ThingGetRequestKindEnum;
}
export enum ThingGetRequestKindEnum {
    Small = 'small',
    Null = 'null'
}
export interface Thing {
    parent: Thing | null;
    states: Array<State>;
    sizes?: { [key: string]: number; } | null;
    'odd-name': string | null;
    owner: Person | Company;
}
export enum State {
    New = 'new',
    Old = 'old'
}
export const PlaidApiAxiosParamCreator = function (configuration?: Configuration) {
    return {
        thingGet: async (thingGetRequest: ThingGetRequest, options: any = {}): Promise<RequestArgs> => {
            const localVarPath = \`/thing/get\`;
            const localVarRequestOptions = { method: 'POST', ...baseOptions, ...options};
            localVarRequestOptions.data = serializeDataIfNeeded(thingGetRequest, localVarRequestOptions, configuration)
        },
        thingList: async (ownerId: string, state?: State, options: any = {}): Promise<RequestArgs> => {
            const localVarPath = \`/thing/{ownerId}\`.replace(x);
            const localVarRequestOptions = { method: 'GET', ...baseOptions, ...options};
            localVarQueryParameter['state'] = state;
        },
    }
};
export const PlaidApiFactory = function (configuration?: Configuration) {
    return {
        thingGet(thingGetRequest: ThingGetRequest, options?: any): AxiosPromise<Thing> {
        },
        thingList(ownerId: string, state?: State, options?: any): AxiosPromise<any> {
        },
    };
};
`;
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

it("reads schemas and operations from the client's source", () => {
  expect(documentOfClient(source)).toEqual({
    info: { version: '2020-09-14_1.2.3' },
    paths: {
      '/thing/get': {
        post: {
          requestBody: { content: { 'application/json': { schema: ref('ThingGetRequest') } } },
          responses: { 200: { content: { 'application/json': { schema: ref('Thing') } } } },
        },
      },
      '/thing/{ownerId}': {
        get: {
          parameters: [
            { name: 'ownerId', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'state', in: 'query', required: false, schema: ref('State') },
          ],
          responses: {
            200: { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } },
          },
        },
      },
    },
    components: {
      schemas: {
        ThingGetRequest: {
          type: 'object',
          properties: {
            client_id: { type: 'string' },
            id: { type: 'string' },
            kind: { type: 'string', enum: ['small'], nullable: true },
          },
          required: ['id'],
        },
        Thing: {
          type: 'object',
          properties: {
            parent: { allOf: [ref('Thing')], nullable: true },
            states: { type: 'array', items: ref('State') },
            sizes: { type: 'object', additionalProperties: { type: 'number' }, nullable: true },
            'odd-name': { type: 'string', nullable: true },
            owner: { oneOf: [ref('Person'), ref('Company')] },
          },
          required: ['parent', 'states', 'odd-name', 'owner'],
        },
        State: { type: 'string', enum: ['new', 'old'] },
      },
    },
  });
});

it.each([
  ['a type of an unknown kind', source.replace('Person | Company', '[Person]'), /type of an unknown kind: \[Person\]/],
  ['no operations', source.replaceAll('AxiosPromise', 'Other'), /has no operations/],
])('refuses a source with %s', (_, changed, message) => {
  expect(() => documentOfClient(changed)).toThrow(message);
});
