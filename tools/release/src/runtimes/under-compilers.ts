import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '@x/testing/programs';
import type { Row } from './project.ts';

/** Folders of the compilers: three of this package, and the one that compiles the repository. */
const compilers = [
  ...['typescript-5.4', 'typescript-5.9', 'typescript'].map((name) => `../../node_modules/${name}`),
  '../../../../node_modules/typescript',
];

/**
 * Setups of consumers: on Node, whose types include `Request` and related types, and for bundlers with browser types.
 */
const setups = [
  { moduleResolution: 'node16', module: 'node16', lib: ['es2022'], types: ['node'] },
  { moduleResolution: 'nodenext', module: 'nodenext', lib: ['es2022'], types: ['node'] },
  { moduleResolution: 'bundler', module: 'esnext', lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
];

const strictest = {
  target: 'es2022',
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
};

/**
 * Rows that compile the consumer with every compiler, in several setups each. All declaration files that it needs are
 * checked as well.
 */
export const compilerRows: readonly Row[] = compilers.map((path) => {
  const folder = fileURLToPath(new URL(path, import.meta.url));
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return {
    name: `typescript-${version.replace(/\.\d+$/, '')}`,
    version,
    async prove(project) {
      const faults = await Promise.all(
        setups.map(async (setup) => {
          const file = `tsconfig.${setup.moduleResolution}.json`;
          const compilerOptions = { ...strictest, ...setup };
          writeFileSync(join(project, file), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
          return run(project, process.execPath, join(folder, 'bin/tsc'), '-p', file).catch(
            ({ message }) => `${setup.moduleResolution}, lib ${setup.lib}\n${message}\n`,
          );
        }),
      );
      if (faults.some(Boolean)) throw new Error(faults.join('').trimEnd());
      return setups.map(({ moduleResolution }) => moduleResolution).join(', ');
    },
  };
});
