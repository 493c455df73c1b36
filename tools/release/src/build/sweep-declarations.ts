import { sweepDeclarations } from '@x/declarations';

sweepDeclarations(process.cwd());
