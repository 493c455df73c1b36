import type * as served from '../../server/endpoints.ts';

/** A call that passed the gateway. */
export interface Call<Asked extends object = object> {
  /** Checked parameters, from the query or the body. */
  readonly asked: Asked;
  /** Returns a path parameter, decoded. */
  param(name: string): string;
}

/** Endpoints by the name of their operation in the official file, which has the operation's parameters. */
export type Endpoints = served.Endpoints<Call>;
