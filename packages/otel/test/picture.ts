import { writeFileSync } from 'node:fs';
import { createSandbox } from '@x/sandbox';
import { otel } from '../src/index.ts';
import { collectSpans } from './collect.ts';
import { drawTrace } from './draw.ts';
import { refreshAndRetries } from './story.ts';

// Draws the picture in docs/guides/telemetry.md, from a trace of real requests with real waits.

const { exporter, tracerProvider } = collectSpans();
const sandbox = await createSandbox({ latencyMs: 60 });
await refreshAndRetries(sandbox, otel({ tracerProvider }), { clock: Date });
await sandbox.close();
writeFileSync(new URL('../../../docs/guides/telemetry.svg', import.meta.url), drawTrace(exporter.getFinishedSpans()));
