import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type PackageManifest, publicPackages } from '../../release/src/checkout.ts';
import { root } from './readme.ts';

export interface Manifest extends PackageManifest {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly peerDependencies?: object;
  readonly optionalDependencies?: object;
  readonly bundleDependencies?: unknown;
  readonly exports?: unknown;
  readonly bin?: unknown;
}

/** Reads the manifest in a folder. */
export const manifestIn = (folder: string): Manifest => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));

/** Folder names of the packages that are published. */
export const published = publicPackages(root).map(({ folder }) => basename(folder));
