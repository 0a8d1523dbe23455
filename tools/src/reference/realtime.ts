import {
  CONNECT_TIMEOUT_MS,
  HEARTBEAT_MS,
  MISSED_PINGS_LIMIT,
  PRIVATE_TOPICS,
  SOCKET_PATH,
  clientMessage,
  serverMessage,
  topicData,
} from '@fairlot/contract';
import type { ClientMessage, ServerMessage } from '@fairlot/contract';
import { Components } from './json-schema.ts';

type TopicName = keyof typeof topicData;

interface Topic {
  readonly name: TopicName;
  readonly shown: string;
  readonly text: string;
  readonly snapshot: unknown;
  readonly update: unknown;
}

const QUOTE = { Id: 1, Seq: 48_211, Time: 1_794_000_000_000, Bid: '1.08652', Ask: '1.08661' };
const BAR = { Time: 1_794_000_000_000, Open: '1.08640', High: '1.08655', Low: '1.08631', Close: '1.08652', Volume: 84 };
const TRADE = {
  ProfitsTotal: '12.500000',
  HazardRate: '1.08661000',
  CautionMoneyAll: '1086.610000',
  Balance: '100000.000000',
  Available: '100000.000000',
  LockBalance: '0.000000',
  NetValue: '100012.500000',
  FreeMargin: '98925.890000',
  PrepaymentRatio: '9204.08794324',
  TransOrder: [{ Id: 7, UpdatePrice: '1.08665', FactProfits: '12.500000' }],
  Version: 48_211,
};

const ALERT = {
  id: 12,
  forex_id: 1,
  side: 'bid',
  direction: 'rise',
  price: '1.08650',
  created_at: '2026-03-04T10:00:00.000Z',
  fired_at: '2026-03-04T10:07:12.345Z',
  quote: { Seq: QUOTE.Seq, Time: QUOTE.Time, Bid: QUOTE.Bid, Ask: QUOTE.Ask },
};

const TOPICS: readonly Topic[] = [
  {
    name: 'TERMS',
    shown: 'TERMS',
    text: 'Versions of the terms of all instruments (`Terms` in the list of instruments). An update has the instruments whose terms have changed, at once and coalesced: read the list of instruments and the site information again. A change of the stop-out level updates all instruments.',
    snapshot: [{ Id: 1, Terms: '1k2m3n4p5q6r7' }],
    update: [{ Id: 1, Terms: '2a3b4c5d6e7f8' }],
  },
  {
    name: 'DAY_MARKET',
    shown: 'DAY_MARKET',
    text: 'Quotes of all instruments. The snapshot has every field of every instrument; updates have the changed fields, coalesced or in the mode `fast`.',
    snapshot: [
      {
        ...QUOTE,
        Open: '1.08410',
        High: '1.08790',
        Low: '1.08377',
        Close: '1.08652',
        Change: '0.22',
        Volume: 51_320,
        MarketStatus: 1,
        Doubt: null,
      },
    ],
    update: [{ ...QUOTE, Seq: 48_212, Change: '0.22' }],
  },
  {
    name: 'KLINE',
    shown: 'KLINE.{code}',
    text: 'The forming bar of each period of one instrument, such as `KLINE.EURUSD`. Bid prices.',
    snapshot: { '1min': BAR, '5min': { ...BAR, Volume: 402 } },
    update: { '1min': { ...BAR, Volume: 85 } },
  },
  {
    name: 'FOREX_TRADE',
    shown: 'FOREX_TRADE',
    text: 'Current figures of the signed-in account and of each open position.',
    snapshot: TRADE,
    update: { ...TRADE, ProfitsTotal: '13.500000' },
  },
  {
    name: 'PRICE_ALERT',
    shown: 'PRICE_ALERT',
    text: 'Fired price alerts of the user, each with its quote. The snapshot is empty; `/api/alerts` has earlier ones.',
    snapshot: [],
    update: [ALERT],
  },
  {
    name: 'FOREX_CLOSED',
    shown: 'FOREX_CLOSED',
    text: 'Numbers of the account’s closed positions, whatever the reason. The snapshot is empty. A further snapshot means that some may not have been told, after a recovery of the server: read the lists again.',
    snapshot: [],
    update: [7],
  },
];

const CLIENT: readonly ClientMessage[] = [
  { type: 'login', token: '…' },
  { type: 'subscribe', topic: 'KLINE.EURUSD' },
  { type: 'unsubscribe', topic: 'KLINE.EURUSD' },
  { type: 'logout' },
  { type: 'ping' },
];
const SERVER: readonly ServerMessage[] = [
  { type: 'login_result', code: 1 },
  { type: 'login_result', code: 999, reason: 'session_invalid' },
  { type: 'logout_result', code: 1 },
  { type: 'unsubscribed', code: 1, topic: 'KLINE.EURUSD' },
  { type: 'pong', code: 1 },
  { type: 'error', code: 1008, reason: 'unknown_topic', topic: 'KLINE.NOWHERE' },
  { type: 'error', code: 1010, reason: 'malformed_message' },
  { type: 'server_shutdown', code: 1 },
];

/** The Markdown page of the socket's rules, messages and topics. Throws if an example does not match its schema. */
export function realtimeReference(docs: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  const components = new Components();
  const topics = TOPICS.map((topic) => topicSection(components, topic));
  for (const message of CLIENT) clientMessage.parse(message);
  for (const message of SERVER) serverMessage.parse(message);
  return [
    '# Realtime reference',
    '',
    '<!-- Generated from packages/contract by `npm run generate`. -->',
    '',
    ...rules(),
    '',
    '## Messages of the client',
    '',
    code(CLIENT),
    '',
    schema(components.schemaOf(clientMessage, 'input')),
    '',
    '## Messages of the server',
    '',
    code(SERVER),
    '',
    schema(components.schemaOf(serverMessage, 'output')),
    '',
    '## Topics',
    '',
    ...topics.flatMap((section) => [section, '']),
    '## Named schemas',
    '',
    ...Object.entries(components.all(docs)).flatMap(([name, part]) => [`### ${name}`, '', schema(part), '']),
  ].join('\n');
}

function rules(): string[] {
  return [
    `A websocket at \`${SOCKET_PATH}\`; each message is one JSON text.`,
    '',
    `- The client gives up a connection that is not open after ${CONNECT_TIMEOUT_MS / 1000} s. It pings every ${HEARTBEAT_MS / 1000} s and reconnects when more than ${MISSED_PINGS_LIMIT} pings are unanswered.`,
    '- After every connect, a signed-in client logs in with its token and subscribes to its topics again. `login_result` with code 1 means signed in, 999 that the session is not valid; the server also sends 999 unasked when the session ends. Answers come in the order of the messages: what comes before the `logout_result` of a logout is about the session before it.',
    '- A subscription answers with a `snapshot`, then `update` messages whose `seq` rises by one. A gap means that an update was lost: subscribe again.',
    '- A second subscription to the same topic answers with a new snapshot.',
    '- A program that needs `DAY_MARKET` at once signs in and adds `"mode":"fast"` to the subscription: quotes are sent as they arrive, at most one message in 4 ms, and each message says `"mode":"fast"`. An account has at most 4 such subscriptions and a network 20 (`too_many_subscriptions`); `overloaded` when the server has no place left. A client that reads too slowly is coalesced: it gets a snapshot without the mode, and may subscribe again.',
    '- Codes and reasons are those of the HTTP calls. Before it stops, the server sends `server_shutdown`; reconnect after a random delay of at least one second.',
  ];
}

function topicSection(components: Components, topic: Topic): string {
  const data = topicData[topic.name];
  for (const example of [topic.snapshot, topic.update]) data.parse(example);
  const name = topic.shown.replace('{code}', 'EURUSD');
  const messages: readonly ServerMessage[] = [
    { type: 'snapshot', code: 1, topic: name, seq: 1, data: topic.snapshot },
    { type: 'update', code: 1, topic: name, seq: 2, data: topic.update },
  ];
  for (const message of messages) serverMessage.parse(message);
  const access = PRIVATE_TOPICS.includes(topic.name) ? ' Needs a signed-in socket.' : '';
  return [
    `### ${topic.shown}`,
    '',
    topic.text + access,
    '',
    code(messages),
    '',
    schema(components.schemaOf(data, 'output')),
  ].join('\n');
}

function code(messages: readonly object[]): string {
  return ['```json', ...messages.map((message) => JSON.stringify(message)), '```'].join('\n');
}

function schema(part: object): string {
  const text = JSON.stringify(part, null, 2).replaceAll('#/components/schemas/', '#');
  return ['<details><summary>Schema</summary>', '', '```json', text, '```', '', '</details>'].join('\n');
}
