/** Maximum number of concurrent requests per listener. */
const requestsAtOnce = 20;

/**
 * Calls `work` for each item, for at most `atOnce` of them at the same time. Rejects with the first error, after all
 * have ended.
 */
export async function eachOf<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  atOnce = requestsAtOnce,
): Promise<void> {
  const rest = items.values();
  const errors: unknown[] = [];
  const runner = async () => {
    for (const item of rest) await work(item).catch((error) => errors.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, runner));
  for (const error of errors) throw error;
}

/** Returns a function that runs one piece of work after the other. */
export function inTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}
