import { describeDeclarations } from './declarations/describe.ts';
import { sweepDeclarations } from './declarations/sweep.ts';

describeDeclarations(process.cwd());
sweepDeclarations(process.cwd());
