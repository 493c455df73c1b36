export type { McpApi } from './api.ts';
export type { Policy } from './policy.ts';
export { Secrets } from './secrets.ts';
export { createMcpServer, createMcpServers, type McpServerOptions } from './server.ts';
