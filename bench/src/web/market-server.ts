// Proxy of the real server (UPSTREAM) that replaces the market by ROWS instruments with TICKS_PER_SECOND ticks per second in
// total, sent by our gateway. It also serves the baselines: an empty page, and a list that renders all rows for every message.
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { join } from 'node:path';
import { type Price, price } from '@fairlot/domain';
import { build } from 'esbuild';
import { REFERENCE_INSTRUMENTS } from '../../../apps/server/src/market/reference/instruments.ts';
import { feedGateway } from '../sockets/fed-gateway.ts';

const UPSTREAM = process.env['UPSTREAM'] ?? '';
const ROWS = Number(process.env['ROWS']);
const TICKS_PER_SECOND = Number(process.env['TICKS_PER_SECOND']);
/** Steps of the price, in units of its last decimal. */
const STEPS = [-7, -3, -1, 1, 3, 7] as const;
const PAGE = '<!doctype html><meta name="viewport" content="width=device-width"><div id="root"></div>';

interface Listed {
  readonly Id: number;
  readonly Code: string;
  readonly ShowCode: string;
  readonly PricePrecision: number;
  readonly ForexQuotations: { readonly Bid: string } | null;
}

const list = await rowsOf();
const opened = new Map(list.map(({ Id, ForexQuotations }) => [Id, price(ForexQuotations?.Bid ?? '1')]));
const { outputFiles } = await build({
  entryPoints: [join(process.cwd(), 'bench/src/web/naive-list.tsx')],
  bundle: true,
  write: false,
  minify: true,
  format: 'esm',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
});
const naive = outputFiles[0]?.text ?? '';

const http = createServer((request, response) => void answer(request, response));
const [model] = REFERENCE_INSTRUMENTS;
if (model === undefined) throw new Error('no instruments');
const instruments = list.map(({ Id, Code, PricePrecision }) => ({
  ...model,
  id: Id,
  code: Code,
  pricePrecision: PricePrecision,
}));
const feed = feedGateway(http, instruments, (id) => opened.get(id) ?? price('1'));
http.listen(Number(process.env['PORT']), '127.0.0.1');
process.once('SIGTERM', () => process.exit());
tick();

/** ROWS instruments, copied from the instruments of the real server. */
async function rowsOf(): Promise<Listed[]> {
  const { data } = (await (await fetch(`${UPSTREAM}/v1/api/forex/trade_list`, { headers: { lang: 'en' } })).json()) as {
    data: Listed[];
  };
  return Array.from({ length: ROWS }, (_, index) => {
    const source = data[index % data.length];
    if (source === undefined) throw new Error('the server lists no instruments');
    const round = Math.floor(index / data.length);
    return {
      ...source,
      Id: index + 1,
      Code: `${source.Code}${round === 0 ? '' : round}`,
      ShowCode: `${source.ShowCode}${round === 0 ? '' : ` ${round}`}`,
    };
  });
}

/** Feeds each tick when it is due, round robin over the rows. */
function tick(): void {
  const bids = new Map(opened);
  const begin = performance.now();
  let serial = 0;
  setInterval(() => {
    for (const due = ((performance.now() - begin) * TICKS_PER_SECOND) / 1000; serial < due; serial += 1) {
      const { id, pricePrecision } = instruments[serial % ROWS] ?? { id: 1, pricePrecision: 5 };
      const step =
        BigInt(STEPS[(serial * 7 + Math.floor(serial / ROWS)) % STEPS.length] ?? 1) * 10n ** BigInt(8 - pricePrecision);
      const bid = ((bids.get(id) ?? 100_000_000n) + step) as Price;
      bids.set(id, bid);
      feed({ instrument: id, seq: serial + 1, time: Date.now(), bid, ask: bid });
    }
  }, 5);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '/';
  const send = (type: string, body: string): void => void response.setHeader('content-type', type).end(body);
  if (path.startsWith('/v1/api/forex/trade_list'))
    send('application/json', JSON.stringify({ code: 1, reason: 'ok', msg: '', data: list }));
  else if (path === '/bench/empty') send('text/html', PAGE);
  else if (path === '/bench/naive') send('text/html', `${PAGE}<script type="module" src="/bench/naive.js"></script>`);
  else if (path === '/bench/naive.js') send('text/javascript', naive);
  else await forward(request, response, path);
}

/** Forwards a request to the real server. The chart of a copied row is the chart of its original instrument. */
async function forward(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  const known = path.replace(
    /forex_id=(\d+)/,
    (_, id: string) => `forex_id=${((Number(id) - 1) % REFERENCE_INSTRUMENTS.length) + 1}`,
  );
  const answered = await fetch(`${UPSTREAM}${known}`, { method: request.method ?? 'GET', headers: { lang: 'en' } });
  response.writeHead(answered.status, {
    'content-type': answered.headers.get('content-type') ?? 'text/plain',
    'cache-control': 'no-store',
  });
  response.end(Buffer.from(await answered.arrayBuffer()));
}
