#!/usr/bin/env node
import { problemOfNode } from './node-version.ts';

// The program is loaded only afterwards: an old Node may not even be able to read it.
const problem = problemOfNode();
if (problem) {
  console.error(problem);
  process.exitCode = 1;
} else await import('./serve.ts');
