import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Extractor, ExtractorConfig, type IConfigFile } from '@microsoft/api-extractor';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The root of this checkout, with a slash at its end. */
export const root: string = path('../../../../');

/** An entry point from a package's `exports`. */
export interface Entry {
  /** `.` for the main entry point, or a path such as `./webhooks`. */
  readonly specifier: string;
  /** The built declaration file. */
  readonly types: string;
  /** The built module. */
  readonly code: string;
}

/**
 * Returns a package's entry points that have code and types. Skips those with only types, which are declaration files in
 * the repository, catalogs, which are data, and programs.
 */
export const entriesOf = (folder: string): Entry[] => {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return Object.entries<{ types?: string; default?: string }>(exports).flatMap(([specifier, target]) =>
    target.types && target.default?.endsWith('.js')
      ? [{ specifier, types: join(folder, target.types), code: join(folder, target.default) }]
      : [],
  );
};

/** Compiler options of a strict consumer. The Node types come from this package. */
export const compilerOptions = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  types: ['node'],
  typeRoots: [path('../../node_modules/@types')],
  strict: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
};

/**
 * Writes `<package>.api.md` to `into`: everything in a built package that users' programs can see. Each further entry
 * point becomes a namespace.
 */
export function writeReport(folder: string, into: string): void {
  const name = basename(folder);
  const workFolder = join(into, '../work');
  for (const needed of [into, workFolder]) mkdirSync(needed, { recursive: true });
  const entry = join(workFolder, `${name}.d.ts`);
  const lines = entriesOf(folder).map(({ specifier, types }) => {
    const identifier = specifier.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const namespace = specifier === '.' ? '' : ` as ${identifier}`;
    return `export *${namespace} from '${types.replace(/\.d\.ts$/, '.js')}';\n`;
  });
  writeFileSync(entry, lines.join(''));
  const none = { default: { logLevel: 'none' as const } };
  const configObject: IConfigFile = {
    projectFolder: folder,
    mainEntryPointFilePath: entry,
    compiler: { overrideTsconfig: { compilerOptions, files: [entry] } },
    apiReport: {
      enabled: true,
      reportFileName: name,
      reportFolder: into,
      reportTempFolder: workFolder,
      includeForgottenExports: true, // editors and compilers show these types too
    },
    newlineKind: 'lf',
    docModel: { enabled: false },
    dtsRollup: { enabled: false },
    tsdocMetadata: { enabled: false },
    messages: { extractorMessageReporting: none, tsdocMessageReporting: none },
  } as IConfigFile;
  const packageJsonFullPath = join(folder, 'package.json');
  const config = ExtractorConfig.prepare({ configObject, configObjectFullPath: undefined, packageJsonFullPath });
  const { errorCount } = Extractor.invoke(config, {
    localBuild: true,
    messageCallback(message) {
      message.handled = message.category !== 'Compiler';
    },
  });
  if (errorCount > 0) throw new Error(`API Extractor cannot read the declarations of ${name}`);
}
