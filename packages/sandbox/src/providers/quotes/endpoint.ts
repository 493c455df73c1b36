import type * as served from '../../server/endpoints.ts';
import type { Query } from './request.ts';

/** A call that passed the gate. */
export interface Call {
  readonly query: Query;
  /** Returns a path parameter, decoded. */
  param(name: string): string;
}

export type Endpoints = served.Endpoints<Call>;
