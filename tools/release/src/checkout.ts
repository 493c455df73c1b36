import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The parts of a `package.json` that the release uses. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A package of this checkout that is published. */
export interface PublicPackage extends PackageManifest {
  readonly folder: string;
}

/** Returns the published packages of the checkout in `root`, sorted by folder. */
export const publicPackages = (root = ''): PublicPackage[] =>
  globSync(`${root}packages/*/package.json`)
    .sort()
    .map((file) => ({ ...(JSON.parse(readFileSync(file, 'utf8')) as PackageManifest), folder: dirname(file) }))
    .filter((manifest) => !manifest.private);
