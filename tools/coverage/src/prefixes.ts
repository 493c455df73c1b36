/** What the paths of a package have in front of the paths of its specification. */
export const prefixes: Readonly<Record<string, string>> = { food: '/fdc', music: '/v1' };
