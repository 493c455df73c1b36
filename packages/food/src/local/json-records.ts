/**
 * Yields the objects of the lists in a JSON text, which is read in pieces, so that only one object is in memory. The
 * downloads are one object with one list of foods. `JSON.parse` reads each food; only its end has to be found.
 */
export async function* jsonRecords(chunks: AsyncIterable<string>): AsyncGenerator<object, void, undefined> {
  const brackets: string[] = [];
  let record = '';
  let depth = 0; // within the record; 0 outside
  let isString = false;
  let isEscaped = false;
  for await (const chunk of chunks) {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const char = chunk[at] as string;
      if (isString) {
        if (isEscaped) isEscaped = false;
        else if (char === '\\') isEscaped = true;
        else if (char === '"') isString = false;
      } else if (char === '"') isString = true;
      else if (char === '{' || char === '[') {
        if (depth > 0) depth += 1;
        else if (char === '{' && brackets.at(-1) === '[') {
          depth = 1;
          start = at;
        } else brackets.push(char);
      } else if (char === '}' || char === ']') {
        if (depth === 0) brackets.pop();
        else if (depth > 1) depth -= 1;
        else {
          yield JSON.parse(record + chunk.slice(start, at + 1));
          record = '';
          depth = 0;
        }
      }
    }
    if (depth > 0) record += chunk.slice(start);
  }
  if (depth > 0 || brackets.length > 0) throw new SyntaxError('the JSON text ends too early');
}
