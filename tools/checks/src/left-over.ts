import { setTimeout } from 'node:timers/promises';

/**
 * Notes the handles that keep this process alive. The returned function gives connections time to close, then returns
 * the kinds of the handles that are new.
 */
export function handles(): () => Promise<string[]> {
  const before = process.getActiveResourcesInfo();
  const rest = () => {
    const known = [...before];
    return process.getActiveResourcesInfo().filter((kind) => {
      const index = known.indexOf(kind);
      if (index >= 0) known.splice(index, 1);
      return index < 0 && kind !== 'Immediate';
    });
  };
  return async () => {
    for (let left = 250; left > 0 && rest().length > 0; left -= 1) await setTimeout(20);
    return rest();
  };
}
