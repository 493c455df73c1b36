/** The headers of a response as an agent reports them: names and values in turns, several values of a name also as a list. @internal */
export type HeaderLines = readonly (string | Buffer | readonly (string | Buffer)[])[];

/** The headers of a response: of its lines alone, so that who holds them does not hold the body. @internal */
export class ReceivedHeaders {
  readonly #lines: HeaderLines;

  constructor(lines: HeaderLines) {
    this.#lines = lines;
  }

  get(name: string): string | null {
    return fieldOf(this.#lines, name);
  }

  [Symbol.iterator](): Generator<readonly [name: string, value: string]> {
    return fieldsOf(this.#lines);
  }
}

/** Each field with its values, in the order received. @internal */
export function* fieldsOf(lines: HeaderLines): Generator<readonly [name: string, value: string]> {
  for (let index = 0; index < lines.length; index += 2) {
    const [name, value = ''] = [textOf(lines[index] as string | Buffer), lines[index + 1]];
    for (const each of Array.isArray(value) ? value : [value as string | Buffer]) yield [name, textOf(each)];
  }
}

const textOf = (line: string | Buffer) => (typeof line === 'string' ? line : line.toString('latin1'));

/** The values of a field, with commas between; null when there is none. `name` in lower case. @internal */
export function fieldOf(lines: HeaderLines, name: string): string | null {
  const values: string[] = [];
  for (let index = 0; index < lines.length; index += 2) {
    const [own, value = ''] = [lines[index] as string | Buffer, lines[index + 1]];
    if (own.length !== name.length || textOf(own).toLowerCase() !== name) continue; // most differ in length
    if (Array.isArray(value)) values.push(...value.map(textOf));
    else values.push(textOf(value as string | Buffer));
  }
  return values.length > 0 ? values.join(', ') : null;
}
