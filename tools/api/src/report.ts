import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../../../packages/', import.meta.url));

/** An entry point of a package, as its `exports` has it. */
export interface Entry {
  /** What users import, such as `@x/stream/webhooks`. */
  readonly specifier: string;
  /** The built module. */
  readonly code: string;
  /** Names that stand for something at run time, in order. */
  readonly values: readonly string[];
  /** Names of types alone, in order. */
  readonly types: readonly string[];
}

/** What a public package gives its users: its entry points, and a text that changes with what they declare. */
export interface Report {
  readonly path: URL;
  readonly entries: readonly Entry[];
  readonly text: string;
}

/** A report of each public package, read from what `build` made. */
export function reports(): Report[] {
  return globSync('*/package.json', { cwd: packages })
    .sort()
    .filter((file) => !JSON.parse(readFileSync(packages + file, 'utf8')).private)
    .map((file) => reportOf(join(packages, dirname(file))));
}

function reportOf(folder: string): Report {
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = new Map<string, string>();
  const entries = Object.entries<{ types: string; default: string }>(exports).map(([path, target]) => {
    collect(join(folder, target.types), files);
    const specifier = path.replace(/^\./, name);
    return { specifier, code: join(folder, target.default), ...namesIn(files.get(join(folder, target.types)) ?? '') };
  });
  const lists = entries.map(({ specifier, values, types }) =>
    [`// ${specifier}`, ...values.map((each) => `//   ${each}`), ...types.map((each) => `//   type ${each}`)].join(
      '\n',
    ),
  );
  const declarations = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const sections = declarations.map(([file, text]) => `// ${relative(join(folder, 'dist'), file)}\n${text}`);
  const head = `// What ${name} exports, then what it declares, without comments. Written by \`pnpm api:report\`.`;
  return {
    path: new URL(`../reports/${name.replace(/.*\//, '')}.txt`, import.meta.url),
    entries,
    text: `${[head, ...lists, ...sections].join('\n\n')}\n`,
  };
}

/** Reads a declaration file, and all of the package that it leads to, into `files`. */
function collect(file: string, files: Map<string, string>): void {
  if (files.has(file)) return;
  const text = withoutComments(readFileSync(file, 'utf8'));
  files.set(file, text);
  for (const [, path = ''] of text.matchAll(/(?:from |import\()["'](\.[^"']+)\.ts["']/g))
    collect(join(dirname(file), `${path}.d.ts`), files);
}

/** TypeScript without its comments and the lines that these leave empty. Strings may hold what looks like one. */
export function withoutComments(code: string): string {
  const piece = /("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/.*/g;
  return code
    .replace(piece, (_, string = '') => string)
    .replace(/[ \t]+$/gm, '')
    .replace(/^\n/gm, '')
    .trimEnd();
}

/** The names that a module without comments exports, each list in order. All of them are named ones here. */
export function namesIn(code: string): { values: string[]; types: string[] } {
  const unnamed = /^export (?:\*|default|=).*/m.exec(code);
  if (unnamed) throw new Error(`only named exports are listed: ${unnamed[0]}`);
  const values: string[] = [];
  const types: string[] = [];
  for (const [, type, list = ''] of code.matchAll(/^export (type )?\{([^}]*)\}/gm))
    for (const item of list.split(',').map((each) => each.trim()))
      if (item) (type || item.startsWith('type ') ? types : values).push(item.replace(/.* /s, ''));
  const declaration = /^export (?:declare )?(?:abstract )?(const|let|function|class|interface|type) (\w+)/gm;
  for (const [, kind = '', name = ''] of code.matchAll(declaration))
    (/interface|type/.test(kind) ? types : values).push(name);
  return { values: values.sort(), types: types.sort() };
}
