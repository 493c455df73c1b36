import type { Inside } from '../inside.ts';
import type { OptionRules } from '../shared/check-fields.ts';
import type { JsonSchema } from './json-schema.ts';

/** An operation of the control API. Its route, checks and documentation are made from this declaration. */
export interface Operation {
  /** Unique name, such as `faults.add`. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below `/__sandbox`, with `{name}` for fields in the path. */
  readonly path: string;
  /** Description in one sentence. */
  readonly summary: string;
  /** Fields of the path, and of the query or the JSON body. */
  readonly input: OptionRules;
  /** Whether the body is one whole document, which `run` checks. Default `false`. */
  readonly isDocument?: boolean;
  /** JSON Schema of the response body. Default: no body, with status 204. */
  readonly result?: JsonSchema;
  /** Provider that the operation controls. */
  readonly provider?: string;
  run(inside: Inside, input: object): unknown;
}
