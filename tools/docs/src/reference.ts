import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  Application,
  type DeclarationReflection,
  ReferenceType,
  ReflectionKind,
  ReflectionType,
  UnknownType,
} from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';
import { read, root } from './pages.ts';

// Core comes first: what the others export of it then leads there.
const names = ['core', 'stream', 'music', 'bank', 'food', 'quotes', 'redis', 'sandbox'];

/** Files that are imported from outside, as TypeDoc names them: by their paths below packages/. And the names they are imported by. */
const entryPoints = new Map(
  names.flatMap((name) => {
    const { exports } = JSON.parse(read(`packages/${name}/package.json`));
    return Object.entries<{ '@x/source': string }>(exports).map(([path, { '@x/source': source }]) => [
      source.replace('.', name).replace(/(\/index)?\.ts$/, ''),
      `@x/${name}${path.slice(1)}`,
    ]);
  }),
);

/** Writes a page for each entry point of each package to `folder`. */
export async function writeReference(folder: string): Promise<void> {
  const markdown: Partial<PluginOptions> = {
    flattenOutputFiles: true,
    excludeScopesInPaths: true,
    entryFileName: 'index.md',
    hideBreadcrumbs: true,
    hidePageHeader: true,
    interfacePropertiesFormat: 'table',
    classPropertiesFormat: 'table',
    typeAliasPropertiesFormat: 'table',
    typeDeclarationFormat: 'table',
    propertyMembersFormat: 'table',
    parametersFormat: 'table',
    useHTMLEncodedBrackets: true,
    sanitizeComments: true,
    tableColumnSettings: {
      hideDefaults: true,
      hideInherited: true,
      hideModifiers: true,
      hideOverrides: true,
      hideSources: true,
      hideValues: true,
      leftAlignHeaders: true,
    },
  };
  const app = await Application.bootstrapWithPlugins({
    entryPoints: [...entryPoints.keys()].map(
      (path) => `${root}packages/${path}${path.includes('src/') ? '' : '/index'}.ts`,
    ),
    tsconfig: fileURLToPath(new URL('../tsconfig.reference.json', import.meta.url)),
    plugin: ['typedoc-plugin-markdown'],
    outputs: [{ name: 'markdown', path: folder }],
    router: 'module',
    logLevel: 'Error',
    skipErrorChecking: true, // the packages' own typecheck does it, with the compiler they are built with
    readme: 'none',
    disableSources: true,
    excludeExternals: true,
    excludeInternal: true,
    ...markdown,
  });
  const project = await app.convert();
  if (!project) throw new Error('TypeDoc could not read the packages');
  for (const module of project.children ?? []) {
    module.name = entryPoints.get(module.name) ?? module.name;
    for (const member of module.children ?? []) shorten(member, module);
  }
  // What TypeDoc calls a parameter that is taken apart where it is declared.
  for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter))
    if (parameter.name === '__namedParameters') parameter.name = 'options';
  await app.generateOutputs(project);
  const rows = [...entryPoints.values()].map((name) => {
    const file = name.replace('@x/', '').replace('/', '.');
    const { description } = JSON.parse(read(`packages/${file.split('.')[0]}/package.json`));
    return `| [${name}](./${file}.md) | ${name.includes('/', 3) ? '' : description} |`;
  });
  const index = ['# Reference', 'What each entry point exports.', ['| | |', '|---|---|', ...rows].join('\n'), ''];
  writeFileSync(join(folder, 'index.md'), index.join('\n\n'));
}

/** Takes out what the compiler has written in full, and what stands elsewhere: trees in clients, parameters in trees. */
function shorten(reflection: DeclarationReflection, module: DeclarationReflection): void {
  const { type, name } = reflection;
  for (const child of reflection.children ?? []) shorten(child, module);
  if (type instanceof ReflectionType) shorten(type.declaration, module);
  if (!(type instanceof ReferenceType)) return;
  const [params] = type.typeArguments ?? [];
  const tree = module.children?.find((other) => other.kind === ReflectionKind.Variable && other.name === name);
  if (type.name === 'Bound' && tree)
    type.typeArguments = [ReferenceType.createResolvedReference(name, tree, tree.project)];
  if (/^(List)?Endpoint$/.test(type.name) && params) type.typeArguments?.splice(0, 1, new UnknownType('…'));
}
