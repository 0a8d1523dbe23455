import { resolve } from 'node:path';
import type { Reader } from './config-reader.ts';
import { SOURCE_NAMES, type SourceSettings } from './market/feeds/live/settings.ts';
import type { SourceName } from './market/feeds/live/source.ts';

/** The source of prices. */
export type FeedSetting =
  | { readonly kind: 'simulated' }
  /** Recorded ticks: a file or a folder of files, played at `speed` times the recorded speed. */
  | { readonly kind: 'replay'; readonly path: string; readonly speed: number }
  | LiveSetting;

/** Venues in order of preference. */
export interface LiveSetting {
  readonly kind: 'live';
  readonly sources: readonly { readonly name: SourceName; readonly settings: SourceSettings }[];
  /** True when instruments that none of the venues has are simulated, instead of having no price. */
  readonly simulatesOthers: boolean;
}

const LAST = 'simulated';
const HTTP = ['http:', 'https:'] as const;
const SOCKET = ['ws:', 'wss:'] as const;

/** Reads FAIRLOT_FEED with the settings of its sources. */
export function readFeed(reader: Reader): FeedSetting {
  const speed = reader.decimal('FAIRLOT_REPLAY_SPEED', 1, 0.01, 100_000);
  const settings = new Map(SOURCE_NAMES.map((name) => [name, readSource(reader, name)]));
  const feed = reader.text('FAIRLOT_FEED', LAST);
  if (feed === LAST) return { kind: 'simulated' };
  if (feed.startsWith('replay:')) {
    const path = feed.slice('replay:'.length);
    if (path === '')
      reader.problems.push('FAIRLOT_FEED: must name a file or folder after "replay:", such as replay:/data/ticks.');
    return { kind: 'replay', path: resolve(path), speed };
  }
  const names = feed.split(',').map((name) => name.trim());
  const simulatesOthers = names.at(-1) === LAST;
  const live = SOURCE_NAMES.filter((name) => names.includes(name));
  const wrong = (simulatesOthers ? names.slice(0, -1) : names).find((name) => !live.some((known) => known === name));
  if (wrong !== undefined)
    reader.problems.push(
      `FAIRLOT_FEED: must be "simulated", "replay:<file or folder>", or a list in order of preference of ${SOURCE_NAMES.join(', ')}, ` +
        `after which "simulated" may stand for the other instruments; ${JSON.stringify(wrong)} is none of them.`,
    );
  if (new Set(names).size !== names.length) reader.problems.push('FAIRLOT_FEED: must not name a source twice.');
  if (live.includes('oanda') && wrong === undefined && runsMarket(reader))
    requireAccount(reader, settings.get('oanda'));
  const sources = live
    .toSorted((a, b) => names.indexOf(a) - names.indexOf(b))
    .map((name) => ({ name, settings: settings.get(name) ?? {} }));
  return { kind: 'live', sources, simulatesOthers };
}

/** True for a market that is simulated as a whole. */
export function isSimulated(reader: Reader): boolean {
  return reader.text('FAIRLOT_FEED', LAST) === LAST;
}

/**
 * True when every price is one of a real market. Where any is simulated or replayed, nobody may pay in money for it
 * (FAIRLOT_SIMULATED_MONEY).
 */
export function isRealMarket(feed: FeedSetting): boolean {
  return feed.kind === 'live' && !feed.simulatesOthers;
}

function readSource(reader: Reader, name: SourceName): SourceSettings {
  const of = `FAIRLOT_${name.toUpperCase()}`;
  const isStream = name === 'oanda';
  const url = reader.url(
    `${of}_URL`,
    isStream ? HTTP : SOCKET,
    isStream ? 'https://stream.example.com' : 'wss://stream.example.com/ws',
  );
  // A WebSocket's address with a fragment would throw at the start.
  if (url?.includes('#') === true) reader.problems.push(`${of}_URL: must be an address without a fragment (#).`);
  const restUrl = name === 'dxlink' ? undefined : reader.url(`${of}_REST_URL`, HTTP, 'https://api.example.com');
  if (name === 'dxlink') return { url, token: reader.secret(`${of}_TOKEN`) };
  if (name !== 'oanda') return { url, restUrl };
  return {
    url,
    restUrl,
    token: reader.secret(`${of}_TOKEN`),
    account: reader.text(`${of}_ACCOUNT`, '') || undefined,
    environment: reader.choice(`${of}_ENV`, ['practice', 'live'], 'practice'),
  };
}

/** Other processes of an installation know the sources by name alone, so that fewer machines have the token. */
function runsMarket(reader: Reader): boolean {
  const roles = reader.words('FAIRLOT_ROLES');
  return roles.length === 0 || roles.includes('market');
}

function requireAccount(reader: Reader, settings: SourceSettings | undefined): void {
  if (settings?.token === undefined)
    reader.problems.push('FAIRLOT_OANDA_TOKEN: is needed for the source oanda (or FAIRLOT_OANDA_TOKEN_FILE).');
  if (settings?.account === undefined)
    reader.problems.push('FAIRLOT_OANDA_ACCOUNT: is needed for the source oanda, such as 101-004-1234567-001.');
  else if (!/^[\w-]{1,40}$/.test(settings.account))
    reader.problems.push('FAIRLOT_OANDA_ACCOUNT: must be the number of an account, such as 101-004-1234567-001.');
}
