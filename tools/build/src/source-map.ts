/** A source map that names only files of the package: others are where it was built, and nowhere else. */
export const ownSources = (text: string): string => {
  const { sources, ...map }: { sources: string[] } = JSON.parse(text);
  return JSON.stringify({
    ...map,
    sources: sources.map((source) => (source.startsWith('../../src/') ? source : null)),
  });
};
