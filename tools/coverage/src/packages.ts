import { importEndpoints } from '../../providers.ts';
import { type Comparison, compare } from './compare.ts';
import { type Correction, correct, corrections } from './corrections.ts';
import { readDeclared } from './declared.ts';
import { type Exceptions, exceptions } from './exceptions.ts';
import type { Operations } from './operation.ts';

/** The declarations of a package, and how they relate to the provider's file. */
export interface Package {
  readonly endpoints: object;
  /** Prefix of its paths that the file's paths do not have. */
  readonly prefix?: string;
  readonly exceptions?: Exceptions | undefined;
  readonly corrections?: readonly Correction[] | undefined;
}

const related: Readonly<Record<string, Omit<Package, 'endpoints'>>> = {
  stream: { exceptions: exceptions.stream },
  music: { prefix: '/v1', exceptions: exceptions.music },
  bank: { exceptions: exceptions.bank },
  food: { prefix: '/fdc', exceptions: exceptions.food, corrections },
};

/** The packages, by name. */
export const packages: Readonly<Record<string, Package>> = Object.fromEntries(
  Object.entries(await importEndpoints()).map(([name, endpoints]) => [name, { endpoints, ...related[name] }]),
);

/** Compares a specification with the declarations of a package. */
export const comparePackage = (spec: Operations, { endpoints, prefix, exceptions, corrections }: Package): Comparison =>
  compare(correct(spec, corrections), readDeclared(endpoints, prefix), exceptions);
