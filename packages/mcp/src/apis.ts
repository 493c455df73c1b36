export type { McpApi, Offered } from './api.ts';
export { isSecretName } from './api.ts';
export { confirmationOf } from './confirm.ts';
export { problemOfField } from './fields.ts';
export { type OpenedApis, type OpenOptions, openApis, variablesOf } from './open-apis.ts';
export { chosen, withoutHidden } from './result.ts';
export { Secrets } from './secrets.ts';
