/** Returns an object without its undefined fields, so that fields which were not sent are absent. */
export const present = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
