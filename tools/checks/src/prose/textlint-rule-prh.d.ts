/** The package brings no types. */
declare module 'textlint-rule-prh' {
  import type { TextlintKernelRule } from '@textlint/kernel';

  const prh: { readonly default: TextlintKernelRule['rule'] };
  export default prh;
}
