import { endpoints as bank } from '@x/bank';
import { endpoints as food } from '@x/food';
import { endpoints as music } from '@x/music';
import { endpoints as quotes } from '@x/quotes';
import { endpoints as stream } from '@x/stream';
import { renderApi } from './render.ts';

/** Each generated file: where it is, and what belongs in it. */
export const files = Object.entries({ stream, music, bank, food, quotes }).map(([name, endpoints]) => ({
  path: new URL(`../../../packages/${name}/api.md`, import.meta.url),
  render: () => renderApi(name, endpoints),
}));
