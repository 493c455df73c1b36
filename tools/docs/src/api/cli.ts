import { writeFileSync } from 'node:fs';
import { generateFiles } from './packages.ts';

for (const { path, text } of generateFiles()) writeFileSync(path, text);
