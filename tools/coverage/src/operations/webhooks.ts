import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Operations } from '../operation.ts';

/** The types of webhooks of the bank API. */
export const webhooksFile = fileURLToPath(new URL('../../../../packages/bank/src/webhooks/events.ts', import.meta.url));

/** Returns webhooks by type and code, such as `ITEM ERROR`, as operations, to compare the names of their fields. */
const webhooksOf = (webhooks: ReadonlyMap<string, readonly string[]>): Operations =>
  new Map(
    [...webhooks].map(([name, fields]) => [
      name,
      { params: new Map(), fields: new Map(fields.map((field) => [field, { required: false, nullable: false }])) },
    ]),
  );

const naming = ['webhook_type', 'webhook_code'];

/**
 * Reads the webhooks from the source of the official client. Their types and codes are plain strings there, and only
 * their descriptions state the values.
 */
export function webhooksOfClient(source: string): Operations {
  const file = ts.createSourceFile('api.ts', source, ts.ScriptTarget.ESNext, true);
  const webhooks = new Map<string, string[]>();
  for (const { members } of file.statements.filter(ts.isInterfaceDeclaration)) {
    const properties = new Map(members.map((member) => [member.name?.getText() ?? '', member]));
    const [type, code] = naming.map((name) => codeIn(properties.get(name)));
    if (!type || !code) continue;
    const name = `${type} ${code}`;
    const fields = [...properties.keys()].filter((field) => !naming.includes(field));
    // Webhooks of an Item and of a processor token share type and code.
    webhooks.set(name, [...(webhooks.get(name) ?? []), ...fields]);
  }
  return webhooksOf(webhooks);
}

/** Returns the quoted code in a member's description. */
function codeIn(member: ts.TypeElement | undefined): string | undefined {
  const [documentation] = member ? ts.getJSDocCommentsAndTags(member) : [];
  const text = ts.getTextOfJSDocComment(documentation?.comment) ?? '';
  return /[`"\\]+(\w+)[`"\\]+/.exec(text)?.[1]?.toUpperCase();
}

/** Reads the webhooks that `@x/bank` types, as the compiler understands them. */
export function readWebhookTypes(path: string): Operations {
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
      return [`${type} ${code}`, fields.map(([name]) => name)] as const;
    }),
  );
  return webhooksOf(new Map(webhooks));
}
