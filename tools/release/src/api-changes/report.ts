import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Extractor, ExtractorConfig, type IConfigFile } from '@microsoft/api-extractor';
import ts from 'typescript';
import { publicPackages } from '../checkout.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Returns the folders of the public packages in the checkout at `root`. */
export const packageFolders = (root: string): string[] => publicPackages(root).map(({ folder }) => folder);

/** The root of this checkout, with a slash at its end. */
export const root: string = path('../../../../');

/** An entry point of a package, as its `exports` has it. */
interface Entry {
  /** `.`, or `./webhooks`. */
  readonly specifier: string;
  /** The built declaration file. */
  readonly types: string;
  /** The built module. */
  readonly code: string;
}

/**
 * The entry points of a package that have code. One of types alone is a file of types in the repository; a catalog is
 * data.
 */
const entriesOf = (folder: string): Entry[] => {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return Object.entries<{ types: string; default?: string }>(exports).flatMap(([specifier, target]) =>
    target.default?.endsWith('.js')
      ? [{ specifier, types: join(folder, target.types), code: join(folder, target.default) }]
      : [],
  );
};

/** The options of a strict consumer's compiler, which takes the types of Node from this package. */
const compilerOptions = {
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
 * Writes `<package>.api.md` to `into`: everything that users' programs see of a built package. The exports of each
 * further entry point are a namespace.
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

/** The names of each entry point of a built package that stand for something at run time, as it declares them. */
export function declaredValues(folder: string): { specifier: string; code: string; names: string[] }[] {
  const entries = entriesOf(folder);
  const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, folder);
  const program = ts.createProgram(
    entries.map(({ types }) => types),
    options,
  );
  const checker = program.getTypeChecker();
  return entries.map(({ specifier, types, code }) => {
    const source = program.getSourceFile(types);
    const module = source && checker.getSymbolAtLocation(source);
    const symbols = module ? checker.getExportsOfModule(module) : [];
    const isValue = (symbol: ts.Symbol): boolean => {
      const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      return (target.flags & ts.SymbolFlags.Value) !== 0;
    };
    return {
      specifier,
      code,
      names: symbols
        .filter(isValue)
        .map(({ name }) => name)
        .sort(),
    };
  });
}
