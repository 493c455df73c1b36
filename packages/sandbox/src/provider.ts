export type { Limits } from './server/limiter.ts';
export type { ProviderServers, Routes, SandboxContext } from './shared/context.ts';
export type { Control, ControlTable } from './shared/controls.ts';
export {
  type SandboxCall,
  type SandboxEndpoint,
  type SandboxPage,
  SandboxRefusal,
  type ServedApi,
  serveEndpoints,
} from './shared/endpoints.ts';
export {
  defineSandboxProvider,
  type SandboxProvider,
  type SandboxProviderDefinition,
  type WithLimits,
} from './shared/provider.ts';
