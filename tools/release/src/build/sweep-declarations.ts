import { sweepDeclarations } from './declarations/sweep.ts';

sweepDeclarations(process.cwd());
