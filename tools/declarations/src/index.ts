export { describeDeclarations } from './describe.ts';
export { objectWith } from './objects.ts';
export { exportsOf, openProject, resolved } from './project.ts';
export { sweepDeclarations } from './sweep.ts';
