export { createSealer, type EncryptionOptions, type Sealer } from './tokens/encryption.ts';
