import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { marketOrder, whenQuoted } from './support/order-calls.ts';
import { type TestServer, startTestServer } from './support/server.ts';
import { TestSocket } from './support/socket.ts';

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}

/** Spans that the collector has received, in OTLP over HTTP with JSON. */
const spans: SentSpan[] = [];
let collector: Server;
let server: TestServer;

beforeAll(async () => {
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as {
        resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
      };
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((done) => {
    collector.listen(0, '127.0.0.1', done);
  });
  server = await startTestServer({
    FAIRLOT_TRACES_URL: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`,
    FAIRLOT_TRACES_PER_MILLE: '1000',
  });
});
afterAll(async () => {
  await server.stop();
  collector.close();
});

/** The names of a trace from its root to each leaf, such as `call > commit > socket`. */
function waysOf(root: SentSpan): readonly string[] {
  const children = spans.filter(({ parentSpanId }) => parentSpanId === root.spanId);
  return children.length === 0
    ? [root.name]
    : children.flatMap((child) => waysOf(child).map((way) => `${root.name} > ${way}`));
}

it('sends the way of an order from its call to the socket, and that of a tick to the page', async () => {
  const { token } = await server.demo();
  const socket = await TestSocket.open(server.url);
  await socket.ask({ type: 'login', token }, 'login_result');
  await socket.ask({ type: 'subscribe', topic: 'FOREX_TRADE' }, 'snapshot');
  const euro = await server.instrument('EURUSD');
  const { envelope } = await whenQuoted(() => server.call('submit', marketOrder(euro), { token }));
  expect(envelope.reason).toBe('ok');
  await expect
    .poll(() => {
      const root = spans.find(
        ({ name, attributes }) =>
          name === 'call' &&
          attributes.some(({ value }) => value.stringValue === '/v1/api/forex/submit') &&
          attributes.some(({ value }) => value.stringValue === 'ok'),
      );
      return root === undefined ? [] : [...waysOf(root)].sort();
    })
    .toEqual(['call > commit > socket', 'call > engine']);
  // The gateway coalesces: of several ticks of an instrument, one is published.
  const ticks = () => spans.filter(({ name }) => name === 'tick').map((root) => [...waysOf(root)].sort().join());
  await expect.poll(ticks).toContain('tick > book > publish,tick > book > triggers');
  expect(
    spans.every(({ startTimeUnixNano, endTimeUnixNano }) => BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)),
  ).toBe(true);
  expect(JSON.stringify(spans)).not.toContain(token);
  socket.close();
});
