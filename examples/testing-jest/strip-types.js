import { stripTypeScriptTypes } from 'node:module';

/** Removes the types from TypeScript, as Node does, and changes nothing else, so ES modules stay ES modules. */
export default { process: (code) => ({ code: stripTypeScriptTypes(code) }) };
