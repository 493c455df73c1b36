export type { Clock } from '@x/core';
export type { EncryptionOptions } from '@x/stores';
export type { PgPool, PostgresPool, PostgresSql } from './client.ts';
export { type PostgresStoreOptions, postgresStore } from './store.ts';
export { createTableStatement } from './table.ts';
export { type PostgresWebhookStoreOptions, postgresWebhookStore } from './webhook-store.ts';
