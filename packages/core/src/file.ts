export { type FileStoreOptions, fileStore } from './tokens/file.ts';
