/** Prefixes of a package's paths that its specification's paths do not have. */
export const prefixes: Readonly<Record<string, string>> = { food: '/fdc', music: '/v1' };
