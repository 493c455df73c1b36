export {
  type LinkBankClient,
  type LinkBankOptions,
  type LinkBankSettings,
  type LinkedBank,
  linkBank,
} from './link-bank.ts';
