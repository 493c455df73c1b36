import type { JsonSchema } from '@x/catalog';
import { objectWith } from '@x/declarations';
import ts from 'typescript';
import { withParts } from './full-catalog.ts';

/** Adds descriptions from JSDoc to schemas, and moves the schemas of exported interfaces to definitions. */
export class SchemaDescriber {
  /** Schemas of exported interfaces, by name. */
  readonly definitions = new Map<string, JsonSchema>();
  readonly #checker: ts.TypeChecker;
  #isShort = false;
  readonly #exported: ReadonlyMap<ts.Symbol, string>;

  /** @param exported Interfaces that get their own definition, and their names. */
  constructor(checker: ts.TypeChecker, exported: ReadonlyMap<ts.Symbol, string>) {
    this.#checker = checker;
    this.#exported = exported;
  }

  /** Returns the text of a symbol's JSDoc, with links replaced by names. */
  textOf(symbol: ts.Symbol): string {
    return ts
      .displayPartsToString(symbol.getDocumentationComment(this.#checker))
      .replaceAll(/\{@link ([^}|\s]+)[^}]*\}/g, '`$1`')
      .replaceAll(/\s+/g, ' ')
      .trim();
  }

  /** Returns a schema with the descriptions of its type's fields. `isShort` keeps only the first sentence of each. */
  describe(schema: JsonSchema, type: ts.Type, isShort = this.#isShort): JsonSchema {
    this.#isShort = isShort;
    const name = this.#nameOf(schema, type);
    const described = this.#inside(schema, type);
    if (name === undefined) return described;
    const known = this.definitions.get(name);
    // The same interface may come from another schema that accepts less.
    if (known && JSON.stringify(known) !== JSON.stringify(described)) return described;
    this.definitions.set(name, described);
    return { $ref: `#/$defs/${name}` };
  }

  /** Returns the exported interface that an object was declared with, unless the object has more fields. */
  #nameOf(schema: JsonSchema, type: ts.Type): string | undefined {
    if (![schema.type].flat().includes('object') || !schema.properties) return undefined;
    const names = Object.keys(schema.properties);
    const owner = objectWith(this.#checker, names, type);
    const isComplete = names.every((name) => owner?.getProperty(name));
    return owner && isComplete ? this.#exported.get(owner.symbol) : undefined;
  }

  #inside({ properties, ...schema }: JsonSchema, type: ts.Type): JsonSchema {
    const described = withParts(schema, (part) => this.describe(part, type));
    return withNull(properties ? { ...described, properties: this.#properties(properties, type) } : described);
  }

  #properties(properties: object, type: ts.Type): JsonSchema {
    const owner = objectWith(this.#checker, Object.keys(properties), type);
    return Object.fromEntries(
      Object.entries(properties).map(([name, property]) => {
        const symbol = owner?.getProperty(name);
        if (!symbol) return [name, property];
        const described = this.describe(property, this.#checker.getTypeOfSymbol(symbol));
        const text = this.textOf(symbol);
        const description = this.#isShort ? firstSentence(text) : text;
        const isKnown = this.#isShort && repeats(description, `${name} ${owner?.symbol?.name ?? ''}`);
        return [name, description && !isKnown ? { description: sentence(description), ...described } : described];
      }),
    );
  }
}

/** Writes a schema that may be null as one with two types. Keeps references and lists of values unchanged. */
function withNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  const [only, other, ...more] = (anyOf ?? []) as JsonSchema[];
  const isNullable = only && other?.type === 'null' && more.length === 0 && typeof only.type === 'string' && !only.enum;
  return isNullable ? { ...rest, ...only, type: [only.type, 'null'] } : schema;
}

/** Removes the period from a text of one sentence. */
const sentence = (text: string): string => text.replace(/^([^.]*)\.$/, '$1');

/** Returns the first sentence of a text. */
const firstSentence = (text: string): string => /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;

/** Returns the words of a text in the singular, without articles and prepositions. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => !/^(|a|an|the|of|in|on)$/.test(word))
    .map((word) => word.replace(/s$/, ''));

/** Whether a description only repeats the names of a field and its record, as `Name of the artist.` does. */
const repeats = (description: string, names: string): boolean => {
  const known = new Set(wordsOf(names));
  return wordsOf(description).every((word) => known.has(word));
};
