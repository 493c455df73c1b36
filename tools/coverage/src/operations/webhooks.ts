import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** The types of webhooks of the bank API. */
export const webhooksFile = fileURLToPath(new URL('../../../../packages/bank/src/webhooks/events.ts', import.meta.url));

/** Names of the fields of each webhook, besides type and code, by both: `ITEM ERROR`. */
export type Webhooks = ReadonlyMap<string, ReadonlySet<string>>;

const naming = ['webhook_type', 'webhook_code'];

/**
 * Reads the webhooks out of the source of the official client. Their types and codes are strings there; only the
 * descriptions name them.
 */
export function webhooksOfClient(source: string): Webhooks {
  const file = ts.createSourceFile('api.ts', source, ts.ScriptTarget.ESNext, true);
  const webhooks = new Map<string, Set<string>>();
  for (const { members } of file.statements.filter(ts.isInterfaceDeclaration)) {
    const properties = new Map(members.map((member) => [member.name?.getText() ?? '', member]));
    const [type, code] = naming.map((name) => codeIn(properties.get(name)));
    if (!type || !code) continue;
    const name = `${type} ${code}`;
    const fields = [...properties.keys()].filter((field) => !naming.includes(field));
    // Webhooks of an Item and of a processor token share type and code.
    webhooks.set(name, new Set([...(webhooks.get(name) ?? []), ...fields]));
  }
  return webhooks;
}

/** The code in quotes in the description of a member. */
function codeIn(member: ts.TypeElement | undefined): string | undefined {
  const [documentation] = member ? ts.getJSDocCommentsAndTags(member) : [];
  const text = ts.getTextOfJSDocComment(documentation?.comment) ?? '';
  return /[`"\\]+(\w+)[`"\\]+/.exec(text)?.[1]?.toUpperCase();
}

/** Reads the webhooks that `@x/bank` types, as the compiler understands them. */
export function readWebhookTypes(path: string): Webhooks {
  const program = ts.createProgram([path], { strict: true, noEmit: true, types: [], allowImportingTsExtensions: true });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(path);
  const symbol = source && checker.getSymbolAtLocation(source)?.exports?.get('WebhookEvents' as ts.__String);
  if (!symbol) throw new Error(`${path} exports no interface WebhookEvents`);
  const membersOf = (type: ts.Type) =>
    checker.getPropertiesOfType(type).map((member) => [member.name, checker.getTypeOfSymbol(member)] as const);
  const webhooks = membersOf(checker.getDeclaredTypeOfSymbol(symbol)).flatMap(([type, codes]) =>
    membersOf(codes).map(([code, held]) => {
      const fields = membersOf(held).filter(([, field]) => !(field.flags & ts.TypeFlags.Undefined));
      return [`${type} ${code}`, new Set(fields.map(([name]) => name))] as const;
    }),
  );
  return new Map(webhooks);
}
