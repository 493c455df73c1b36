import { describeDeclarations } from '@x/declarations';

describeDeclarations(process.cwd());
