export { describeEndpoints, type EndpointTable } from './endpoints.ts';
export { nockOnly } from './nock.ts';
