import { readFileSync } from 'node:fs';
import { endpoints as bank } from '@x/bank';
import { endpoints as food } from '@x/food';
import { endpoints as music } from '@x/music';
import { endpoints as quotes } from '@x/quotes';
import { endpoints as stream } from '@x/stream';
import { renderGuides } from './llms.ts';
import { renderApi } from './render.ts';

const llms = new URL('../../../llms.txt', import.meta.url);

/** Each generated file: where it is, and what belongs in it. */
export const files = [
  ...Object.entries({ stream, music, bank, food, quotes }).map(([name, endpoints]) => ({
    path: new URL(`../../../packages/${name}/api.md`, import.meta.url),
    render: () => renderApi(name, endpoints),
  })),
  { path: llms, render: () => renderGuides(readFileSync(llms, 'utf8')) },
];
