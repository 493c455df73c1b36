import type * as served from '../../server/endpoints.ts';

/** A call that passed the gateway. */
export interface Call<Asked extends object = object> {
  /** Checked parameters, from the query or the body. */
  readonly asked: Asked;
  /** A parameter of the path, decoded. */
  param(name: string): string;
}

/** By the names of operations in the official file, which has the parameters. */
export type Endpoints = served.Endpoints<Call>;
