import type { OptionRules } from '../shared/check-fields.ts';
import type { Inside } from './inside.ts';
import type { JsonSchema } from './json-schema.ts';

/** One call of the control API. Its route, its checks and its documentation are made from it. */
export interface Operation {
  /** Unique, such as `faults.add`. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below `/__sandbox`, with `{name}` for fields that are a part of it. */
  readonly path: string;
  /** Description in one sentence. */
  readonly summary: string;
  /** The fields of the path, and of the query or the JSON body. */
  readonly input: OptionRules;
  /** Whether the body is a document of its own, which `run` checks. Default `false`. */
  readonly isDocument?: boolean;
  /** JSON Schema of the response. Default: there is none, and the status is 204. */
  readonly result?: JsonSchema;
  /** The provider whose control it is. */
  readonly provider?: string;
  run(inside: Inside, input: object): unknown;
}
