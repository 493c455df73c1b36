/** Prints every word in the repository's prose that the vocabulary does not allow: `vocabulary [file …]`. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lint } from './lint.ts';

process.chdir(fileURLToPath(new URL('../../../..', import.meta.url)));

/**
 * Generated files repeat the prose of their sources, the samples of this check are meant to be caught, and the data of the
 * sandbox is literature.
 */
const skipped =
  /(^|\/)(api\.md|CHANGELOG\.md)$|^tools\/checks\/src\/prose\/.*\.test\.ts$|^packages\/sandbox\/src\/(data\/|providers\/quotes\/invented\.ts)/;
const tracked = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md', '*.ts', '*.js'], {
    encoding: 'utf8',
  });
const named = process.argv.slice(2);
const files = (named.length > 0 ? named : tracked().trim().split('\n')).filter(
  (file) => existsSync(file) && !skipped.test(file),
);

let count = 0;
for (const file of files) {
  for (const { line, column, message } of lint(file, readFileSync(file, 'utf8'))) {
    count += 1;
    console.log(`${file}:${line}:${column} ${message}`);
  }
}
if (count > 0) {
  console.log(`${count} words that tools/checks/vocabulary.yml replaces, in ${files.length} files.`);
  process.exitCode = 1;
}
