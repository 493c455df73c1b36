import { endpoints as bank } from '@x/bank';
import { operationsOf } from '@x/core/provider';
import { endpoints as food } from '@x/food';
import { endpoints as music } from '@x/music';
import { endpoints as quotes } from '@x/quotes';
import { endpoints as stream } from '@x/stream';

const trees = { stream, music, bank, food, quotes };
export type Provider = keyof typeof trees;

export const providers = Object.keys(trees) as Provider[];

/** Every declared operation of all five APIs. */
export const operations = Object.entries(trees).flatMap(([provider, tree]) =>
  operationsOf(tree).map(([name, spec]) => ({ provider: provider as Provider, name, spec })),
);
