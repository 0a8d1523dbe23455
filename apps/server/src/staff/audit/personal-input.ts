/** Parts of the office whose inputs concern the house and never a user. Inputs of all others are sealed. */
const OF_THE_HOUSE: ReadonlySet<string> = new Set([
  'announcement',
  'collect_coins',
  'companies',
  'dashboards',
  'draw_currencies',
  'instruments',
  'limits',
  'mail_texts',
  'market',
  'media',
  'networks',
  'news',
  'proposals',
  'receiving_accounts',
  'settings',
  'staff',
]);
/** Fields with a word of a fixed list or a time. */
const PLAIN: ReadonlySet<string> = new Set([
  'format',
  'status',
  'state',
  'kind',
  'type',
  'channel',
  'country',
  'accounts',
  'side',
  'instrument',
  'from',
  'to',
  'first_day',
  'last_day',
  'accounts',
  'by',
  'interval',
]);

/**
 * True when the input of an action may tell something about a user: it has a text, other than words of a fixed list.
 * Numbers of records and users stay readable, so that the log can be searched by them.
 */
export function mayBePersonal(action: string, input: unknown): boolean {
  if (OF_THE_HOUSE.has(action.split('/')[0] ?? '')) return false;
  if (typeof input !== 'object' || input === null) return false;
  return Object.entries(input).some(([name, value]) => !PLAIN.has(name) && hasText(value));
}

function hasText(value: unknown): boolean {
  if (typeof value === 'string') return value !== '';
  return typeof value === 'object' && value !== null && Object.values(value).some(hasText);
}
