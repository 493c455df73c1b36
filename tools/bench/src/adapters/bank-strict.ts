import type { Open } from '../adapter.ts';
import { open as openByDefault } from './bank.ts';

/** The same client, refusing what is not as documented. */
export const open: Open = (target) => openByDefault({ ...target, bank: { ...target.bank, validation: 'strict' } });
