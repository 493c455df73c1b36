import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { transform } from 'esbuild';

// Removes the comments from the modules in the dist of the package in the working directory: JSDoc is in the
// declaration files, and the remaining comments are for readers of the sources. Modules that held only types have
// nothing left, so they are deleted; nothing imports them. Annotations for bundlers remain. JSON files become modules,
// which every bundler can read without configuration.

for (const path of globSync('dist/**/*.js', { exclude: (name) => name === 'dist/node' })) {
  const { code } = await transform(readFileSync(path, 'utf8'), {
    format: 'esm',
    legalComments: 'none',
    target: 'es2023',
  });
  if (code.trim() === '') rmSync(path);
  else writeFileSync(path, code.replace(/(\bfrom "[^"]+\.json)"/g, '$1.js"'));
}
for (const path of globSync('dist/**/*.json')) {
  writeFileSync(`${path}.js`, `export default ${JSON.stringify(JSON.parse(readFileSync(path, 'utf8')))};\n`);
  rmSync(path);
}
