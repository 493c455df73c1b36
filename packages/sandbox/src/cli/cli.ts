#!/usr/bin/env node
import { problemOfNode } from '../shared/node-version.ts';

// The programs are imported only after this check, because an old Node may not be able to parse them.
const problem = problemOfNode();
if (problem) {
  console.error(problem);
  process.exitCode = 1;
} else if (process.argv[2] === 'quotes') await import('./serve-quotes.ts');
else if (process.argv[2] === 'mcp') await import('./serve-mcp.ts');
else await import('./serve.ts');
