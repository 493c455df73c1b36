module.exports = {
  hooks: {
    // `debug` accepts any `supports-color` beside it. With two versions of that in the workspace, each package that uses `debug`
    // would be installed twice: tests and what they import would have a `nock` each.
    readPackage(manifest) {
      if (manifest.name === 'debug') {
        delete manifest.peerDependencies;
        delete manifest.peerDependenciesMeta;
      }
      // Nor does `msw`, which Vitest accepts beside it, need a TypeScript of its own: there are two in the workspace.
      if (manifest.name === 'msw') {
        delete manifest.peerDependencies?.typescript;
        delete manifest.peerDependenciesMeta?.typescript;
      }
      // An example uses `next` without its images: `sharp` would bring native libraries for each platform.
      if (manifest.name === 'next') delete manifest.optionalDependencies?.sharp;
      // Nor do the tests that run workers use images.
      if (manifest.name === 'miniflare') delete manifest.dependencies?.sharp;
      return manifest;
    },
    // The condition `@x/source` leads to sources, which are not packed: packed manifests do not name it.
    beforePacking(manifest) {
      for (const conditions of Object.values(manifest.exports ?? {})) delete conditions['@x/source'];
      return manifest;
    },
  },
};
