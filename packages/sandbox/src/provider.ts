export {
  type SandboxCall,
  type SandboxEndpoint,
  type SandboxEndpointFacts,
  type SandboxEndpoints,
  type SandboxPage,
  SandboxRefusal,
  type ServedApi,
  serveEndpoints,
} from './server/own-endpoints.ts';
export type { ProviderServers, Routes, SandboxContext } from './shared/context.ts';
export type { Control, ControlTable } from './shared/controls.ts';
export type { Limits } from './shared/limits.ts';
export {
  defineSandboxProvider,
  type SandboxProvider,
  type SandboxProviderDefinition,
  type WithLimits,
} from './shared/provider.ts';
