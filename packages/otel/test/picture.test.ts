import { readFileSync } from 'node:fs';
import { context } from '@opentelemetry/api';
import { createSandbox } from '@x/sandbox';
import { expect, it } from 'vitest';
import { otel } from '../src/index.ts';
import { collectSpans, treeOf } from './collect.ts';
import { drawTrace, rowLabel } from './draw.ts';
import { refreshAndRetries } from './story.ts';

const labelsOf = (svg: string) => [...svg.matchAll(/<text [^>]*>([^<]*)/g)].map(([, text]) => text ?? '');

it('the picture in the guide shows the spans of the trace; `pnpm --filter @x/otel run picture` draws it again', async () => {
  const { exporter, tracerProvider } = collectSpans();
  await refreshAndRetries(await createSandbox({ listen: false }), otel({ tracerProvider }));
  context.disable();
  const spans = exporter.getFinishedSpans();
  const rows = treeOf(spans).map(({ span }) => rowLabel(span));
  expect(rows).toHaveLength(6);
  const svg = readFileSync(new URL('../../../docs/guides/telemetry.svg', import.meta.url), 'utf8');
  for (const picture of [svg, drawTrace(spans)])
    expect(labelsOf(picture).filter((label) => !/^\d+ ms$/.test(label))).toEqual(rows);
});
