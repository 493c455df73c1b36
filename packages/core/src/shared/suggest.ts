/**
 * Returns the name that a misspelled one most likely means: one that differs only in case, else the one with the fewest
 * changes. Undefined if none is similar.
 */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const wanted = given.toLowerCase();
  let nearest: string | undefined;
  let fewest = 4; // names with more than three changes are other names
  for (const name of names) {
    const changes = countChanges(wanted, name.toLowerCase());
    if (changes >= fewest || changes > Math.max(wanted.length, name.length) / 2) continue;
    nearest = name;
    fewest = changes;
  }
  return nearest;
}

/**
 * Returns the Levenshtein distance: the number of letters to insert, remove or replace to turn one word into the other.
 */
function countChanges(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 3) return Number.POSITIVE_INFINITY; // the distance is at least the difference in length
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let line = 0; line < one.length; line += 1) {
    const next = [line + 1];
    for (let index = 0; index < other.length; index += 1) {
      const replaced = (row[index] ?? 0) + (one[line] === other[index] ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
