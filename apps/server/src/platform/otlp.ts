import type * as Api from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from './log.ts';
import { type OpenSpan, type SpanFacts, type TraceSettings, Tracing } from './tracing.ts';

/** Spans that wait for the collector; further ones are dropped. */
const MOST_WAITING = 4096;
const AT_ONCE = 512;
const SEND_EVERY_MS = 2000;
const SEND_LIMIT_MS = 5000;
const WARN_EVERY_MS = 60_000;

/** Traces that are sent to a collector. */
export interface SentTraces {
  readonly tracing: Tracing;
  /** Sends the spans that wait. */
  stop(): Promise<void>;
}

/** Opens the way to a collector. Loads the libraries of OpenTelemetry only now: the bundle keeps these imports. */
export async function openTracing({ url, perMille }: TraceSettings, log: Log): Promise<SentTraces> {
  const [api, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('opentelemetry-resources'),
    import('@opentelemetry/sdk-trace'),
  ]);
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'fairlot' }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: telling(new OTLPTraceExporter({ url, timeoutMillis: SEND_LIMIT_MS }), log),
        maxQueueSize: MOST_WAITING,
        maxExportBatchSize: AT_ONCE,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: SEND_LIMIT_MS,
      }),
    ],
  });
  const start = startOf(provider, api);
  return {
    tracing: new Tracing((name, facts) => (Math.random() * 1000 < perMille ? start(name, facts) : undefined)),
    // A collector that is away must not keep the server from stopping.
    stop: () => provider.shutdown().catch(() => undefined),
  };
}

type Start = (name: string, facts: SpanFacts, parent?: Api.Span) => OpenSpan;

function startOf(
  provider: Api.TracerProvider,
  { ROOT_CONTEXT, trace }: Pick<typeof Api, 'ROOT_CONTEXT' | 'trace'>,
): Start {
  const tracer = provider.getTracer('fairlot');
  const start: Start = (name, facts, parent) => {
    const context = parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent);
    const span = tracer.startSpan(name, { attributes: facts }, context);
    return {
      child: (below, more = {}) => start(below, more, span),
      end: (more = {}) => span.setAttributes(more).end(),
    };
  };
  return start;
}

/** Warns at most once a minute when the collector does not take the spans. */
function telling(exporter: SpanExporter, log: Log): SpanExporter {
  let nextAt = 0;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error !== undefined && performance.now() >= nextAt) {
          nextAt = performance.now() + WARN_EVERY_MS;
          log.warn({ err: result.error }, 'the collector of traces does not take them; they are dropped');
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
