import { writeFileSync } from 'node:fs';
import { root } from '../repository.ts';
import { generateFiles } from './packages.ts';

for (const { path, text } of generateFiles()) writeFileSync(root + path, text);
