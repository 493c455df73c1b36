import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Place } from './hover-app.ts';

const folder = fileURLToPath(new URL('../..', import.meta.url));

/** What an editor shows on a name. */
export interface Hover {
  /** The declaration: `(property) StreamsListParams.first?: number`. */
  readonly type: string;
  readonly prose: string;
}

/** Where something is in the files of a program. */
export type Position = Pick<Place, 'file' | 'offset' | 'line' | 'character'>;

/** What an editor offers to write at a position. */
export interface Completions {
  readonly names: readonly string[];
  /** What the editor shows next to the list when a name of it is selected. */
  describe(name: string): Promise<Hover>;
}

/** A version of TypeScript, as an editor uses it, with the files of a program open. */
export interface Editor {
  hover(place: Position): Promise<Hover>;
  complete(place: Position): Promise<Completions>;
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

/** Writes a program of a user, with its own `tsconfig.json`, and returns the paths of its files. */
export function writeProgram(name: string, files: readonly string[]): string[] {
  const place = join(folder, '.generated', name);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }));
  return files.map((source, index) => {
    const path = join(place, `app-${index}.ts`);
    writeFileSync(path, source);
    return path;
  });
}

/** Takes the cursors `‸` out of a program of one file, and returns where they were. */
export function cursorsIn(source: string): { file: string; positions: Position[] } {
  const [first = '', ...rest] = source.split('‸');
  let file = first;
  const positions = rest.map((part): Position => {
    const lines = file.split('\n');
    const position = { file: 0, offset: file.length, line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
    file += part;
    return position;
  });
  return { file, positions };
}

/** The language service of a TypeScript that is written in JavaScript, such as `typescript-5.9`. */
export async function openJavaScriptEditor(name: string, files: readonly string[]): Promise<Editor> {
  const ts = (await import(name)).default as typeof import('typescript');
  const service = ts.createLanguageService({
    getScriptFileNames: () => [...files],
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
  return {
    async hover({ file, offset }) {
      const info = service.getQuickInfoAtPosition(files[file] ?? '', offset);
      return { type: ts.displayPartsToString(info?.displayParts), prose: ts.displayPartsToString(info?.documentation) };
    },
    async complete({ file, offset }) {
      const path = files[file] ?? '';
      const entries = service.getCompletionsAtPosition(path, offset, undefined)?.entries ?? [];
      return {
        names: entries.map(({ name }) => unquoted(name)),
        async describe(name) {
          const entry = entries.find((each) => unquoted(each.name) === name);
          const found =
            entry && service.getCompletionEntryDetails(path, offset, entry.name, undefined, undefined, {}, entry.data);
          return {
            type: ts.displayPartsToString(found?.displayParts),
            prose: ts.displayPartsToString(found?.documentation),
          };
        },
      };
    },
    close: async () => service.dispose(),
  };
}

/** An item of a list of completions in the language server protocol, as far as it is used here. */
interface CompletionItem {
  /** Has a `?` at its end for an optional property. */
  readonly label: string;
  readonly detail?: string;
  readonly documentation?: string | { readonly value: string };
}

/** The language server of the native TypeScript 7, which the repository is compiled with. */
export async function openNativeEditor(files: readonly string[]): Promise<Editor> {
  const root = createRequire(new URL('../../../../package.json', import.meta.url));
  const server = join(dirname(root.resolve('typescript/package.json')), 'bin', 'tsc');
  const child = spawn(process.execPath, [server, '--lsp', '--stdio'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const { request, notify } = connect(child);
  await request('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: {
      textDocument: {
        hover: { contentFormat: ['markdown'] },
        completion: { completionItem: { documentationFormat: ['plaintext'] } },
      },
    },
  });
  notify('initialized', {});
  const uris = files.map((file) => pathToFileURL(file).href);
  for (const [index, file] of files.entries())
    notify('textDocument/didOpen', {
      textDocument: { uri: uris[index], languageId: 'typescript', version: 1, text: readFileSync(file, 'utf8') },
    });
  return {
    async hover({ file, line, character }) {
      const found = (await request('textDocument/hover', {
        textDocument: { uri: uris[file] },
        position: { line, character },
      })) as { contents: { value: string } } | null;
      const [, type = '', prose = ''] = /^```\w*\n([\s\S]*?)\n```\n?([\s\S]*)$/.exec(found?.contents.value ?? '') ?? [];
      return { type, prose: prose.trim() };
    },
    async complete({ file, line, character }) {
      const found = (await request('textDocument/completion', {
        textDocument: { uri: uris[file] },
        position: { line, character },
      })) as { items: CompletionItem[] } | CompletionItem[] | null;
      const items = new Map(
        (Array.isArray(found) ? found : (found?.items ?? [])).map((item) => [unquoted(item.label), item]),
      );
      return {
        names: [...items.keys()],
        async describe(name) {
          const { detail = '', documentation = '' } = (await request(
            'completionItem/resolve',
            items.get(name),
          )) as CompletionItem;
          return { type: detail, prose: typeof documentation === 'string' ? documentation : documentation.value };
        },
      };
    },
    async close() {
      await request('shutdown');
      notify('exit');
      child.stdin?.end();
      await new Promise((resolve) => child.once('close', resolve));
    },
  };
}

/** The name that an entry of a list of completions stands for: `first` for `first?`, `data:read` for `"data:read"`. */
const unquoted = (label: string): string => label.replace(/\?$/, '').replace(/^(["'])(.*)\1$/, '$2');

type Message = { id?: number; method?: string; result?: unknown; error?: { message: string } };

/** Speaks the language server protocol with a process: each message is JSON after a header with its length in bytes. */
function connect(child: ChildProcess) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  let received = Buffer.alloc(0);
  function send(message: object): void {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin?.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }
  function handle({ id, method, result, error }: Message): void {
    if (id === undefined) return; // a notification
    if (method !== undefined) {
      send({ id, result: null }); // a request of the server, such as for settings
      return;
    }
    const { resolve, reject } = waiting.get(id) ?? Promise.withResolvers();
    waiting.delete(id);
    if (error) reject(new Error(error.message));
    else resolve(result);
  }
  child.stdout?.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const header = /^Content-Length: (\d+)\r\n(?:.+\r\n)*\r\n/i.exec(received.subarray(0, 200).toString('latin1'));
      const end = header ? header[0].length + Number(header[1]) : Number.POSITIVE_INFINITY;
      if (!header || received.length < end) return;
      const message = received.subarray(header[0].length, end).toString();
      received = received.subarray(end);
      handle(JSON.parse(message));
    }
  });
  child.once('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the language server has ended'));
  });
  return {
    notify: (method: string, params?: unknown) => send({ method, params }),
    request(method: string, params?: unknown): Promise<unknown> {
      last += 1;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(last, answer);
      send({ id: last, method, params });
      return answer.promise;
    },
  };
}
