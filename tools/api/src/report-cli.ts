import { mkdirSync, writeFileSync } from 'node:fs';
import { reports } from './report.ts';

for (const { path, text } of reports()) {
  mkdirSync(new URL('.', path), { recursive: true });
  writeFileSync(path, text);
}
