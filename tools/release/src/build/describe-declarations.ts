import { describeDeclarations } from './declarations/describe.ts';

describeDeclarations(process.cwd());
