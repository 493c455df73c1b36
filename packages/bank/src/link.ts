export {
  type LinkBankClient,
  type LinkBankOptions,
  type LinkBankSettings,
  type LinkedBank,
  linkBank,
} from './link-bank.ts';
export { type LinkedItem, type LinkRoutes, type LinkRoutesOptions, linkRoutes } from './link-routes.ts';
