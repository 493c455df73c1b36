import { writeFileSync } from 'node:fs';
import { files } from './packages.ts';

for (const { path, render } of files) writeFileSync(path, render());
