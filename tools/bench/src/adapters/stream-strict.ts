import type { Open } from '../adapter.ts';
import { open as openByDefault } from './stream.ts';

/** The same client, refusing what is not as documented. */
export const open: Open = (target) => openByDefault({ ...target, stream: { ...target.stream, validation: 'strict' } });
