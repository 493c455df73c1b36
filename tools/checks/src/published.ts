import { readdirSync, readFileSync } from 'node:fs';
import { root } from './readme.ts';

export interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: object;
  readonly optionalDependencies?: object;
  readonly bundleDependencies?: unknown;
  readonly exports?: unknown;
  readonly bin?: unknown;
}

/** The manifest in a folder. */
export const manifestIn = (folder: string): Manifest => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));

/** The folders of the packages that are published. */
export const published = readdirSync(`${root}packages`).filter(
  (name) => !manifestIn(`${root}packages/${name}`).private,
);
