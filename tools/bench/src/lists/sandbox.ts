import { createSandbox } from '@x/sandbox';

// A process of its own, so that the history it serves is not in the heap that is measured.
const sandbox = await createSandbox({
  bank: { transactionsPerItem: Number(process.argv[2]) },
});
const [accessToken] = sandbox.controls.bank.accessTokens;
process.send?.({ options: sandbox.options.bank, accessToken });
process.once('disconnect', () => sandbox.close());
