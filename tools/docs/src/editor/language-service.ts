import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';

const folder = fileURLToPath(new URL('../..', import.meta.url));

/** The compiler of the repository, which is TypeScript 7. */
export const tsc: string = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url));

/** Hover that an editor shows for a name. */
export interface Hover {
  /** The declaration: `(property) StreamsListParams.first?: number`. */
  readonly type: string;
  readonly prose: string;
}

/** A version of TypeScript, as an editor uses it, with a program's file open. Positions are offsets in the file. */
export interface Editor {
  hover(position: number): Promise<Hover>;
  /** Returns the names that the editor offers, each with what it shows next to the list when the name is selected. */
  complete(position: number): Promise<Map<string, () => Promise<Hover>>>;
  close(): Promise<void>;
}

const options = {
  strict: true,
  target: 'es2022',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  skipLibCheck: true,
  types: [],
};

/** Writes a user's program, with its own `tsconfig.json`, and returns the path of its file. */
export function writeProgram(name: string, code: string): string {
  const place = join(folder, '.generated', name);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }));
  const file = join(place, 'app.ts');
  writeFileSync(file, code);
  return file;
}

/** Opens a file with the language service of TypeScript 5.9, which is written in JavaScript. */
export async function openJavaScriptEditor(file: string): Promise<Editor> {
  const { default: ts } = await import('typescript-5.9');
  const service = ts.createLanguageService({
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) =>
      ts.sys.fileExists(path) ? ts.ScriptSnapshot.fromString(readFileSync(path, 'utf8')) : undefined,
    getCurrentDirectory: () => folder,
    getCompilationSettings: () => ts.convertCompilerOptionsFromJson(options, folder).options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
  });
  const shown = (info: Partial<import('typescript').QuickInfo> | undefined): Hover => ({
    type: ts.displayPartsToString(info?.displayParts),
    prose: ts.displayPartsToString(info?.documentation),
  });
  return {
    hover: async (position) => shown(service.getQuickInfoAtPosition(file, position)),
    async complete(position) {
      const entries = service.getCompletionsAtPosition(file, position, undefined)?.entries ?? [];
      return new Map(
        entries.map(({ name, data }) => [
          unquoted(name),
          async () => shown(service.getCompletionEntryDetails(file, position, name, undefined, undefined, {}, data)),
        ]),
      );
    },
    close: async () => service.dispose(),
  };
}

/** The parts of a completion item in the language server protocol that are used here. */
interface CompletionItem {
  /** Ends with `?` for an optional property. */
  readonly label: string;
  readonly detail?: string;
  readonly documentation?: string | { readonly value: string };
}

/** Opens a file with the language server of the native TypeScript 7. */
export async function openNativeEditor(file: string): Promise<Editor> {
  const child = spawn(process.execPath, [tsc, '--lsp', '--stdio'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  const server = createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  server.onRequest(() => null); // it asks for settings
  server.listen();
  await server.sendRequest('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: {
      textDocument: {
        hover: { contentFormat: ['markdown'] },
        completion: { completionItem: { documentationFormat: ['plaintext'] } },
      },
    },
  });
  await server.sendNotification('initialized', {});
  const uri = pathToFileURL(file).href;
  const text = readFileSync(file, 'utf8');
  await server.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'typescript', version: 1, text },
  });
  const at = (offset: number) => {
    const lines = text.slice(0, offset).split('\n');
    return { textDocument: { uri }, position: { line: lines.length - 1, character: lines.at(-1)?.length } };
  };
  return {
    async hover(position) {
      const found = await server.sendRequest<{ contents: { value: string } } | null>(
        'textDocument/hover',
        at(position),
      );
      const [, type = '', prose = ''] = /^```\w*\n([\s\S]*?)\n```\n?([\s\S]*)$/.exec(found?.contents.value ?? '') ?? [];
      return { type, prose: prose.trim() };
    },
    async complete(position) {
      type Found = { items: CompletionItem[] } | CompletionItem[] | null;
      const found = await server.sendRequest<Found>('textDocument/completion', at(position));
      const items = Array.isArray(found) ? found : (found?.items ?? []);
      return new Map(
        items.map((item) => [
          unquoted(item.label),
          async () => {
            const resolved = await server.sendRequest<CompletionItem>('completionItem/resolve', item);
            const { detail = '', documentation = '' } = resolved;
            return { type: detail, prose: typeof documentation === 'string' ? documentation : documentation.value };
          },
        ]),
      );
    },
    async close() {
      await server.sendRequest('shutdown');
      await server.sendNotification('exit');
      server.end();
      if (child.exitCode === null) await once(child, 'close');
      server.dispose();
    },
  };
}

/** Returns the name that a completion's label stands for: `first` for `first?`, `data:read` for `"data:read"`. */
const unquoted = (label: string): string => label.replace(/\?$/, '').replace(/^(["'])(.*)\1$/, '$2');

/** Whether the documentation of a name adds nothing to it: `User ID` of `user_id`. */
export function isEmptyWords(name: string, prose: string): boolean {
  const words = (text: string) =>
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((word) => word !== '' && !['the', 'a', 'an', 'of', 'this', 'its', 'is'].includes(word));
  const own = new Set(words(name));
  return words(prose).every((word) => own.has(word));
}
