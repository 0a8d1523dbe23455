import { formatLots, lotsRefusal, parseLots } from '@fairlot/domain';
import type { Instrument } from '@fairlot/domain';
import { readStored, writeStored } from '@fairlot/web';
import { z } from 'zod/mini';
import { SIZE_BASES } from './draft.ts';
import type { TicketDraft } from './draft.ts';

const KEY = 'fairlot.ticket';
/** Accounts and instruments that a device remembers; the ones not used for longest are forgotten first. */
const MOST_ACCOUNTS = 4;
const MOST_INSTRUMENTS = 60;
const MOST_RECENT = 3;
/** Longest text of an amount. */
const LONGEST = 32;

const amount = z.string().check(z.maxLength(LONGEST));
const remembered = z.object({
  instrument: z.number(),
  lots: amount,
  leverage: z.nullable(z.number()),
  size: z.object({ by: z.enum(SIZE_BASES), text: amount }),
  recent: z.array(amount).check(z.maxLength(MOST_RECENT)),
});
const stored = z.array(
  z.object({ account: z.string(), tickets: z.array(remembered).check(z.maxLength(MOST_INSTRUMENTS)) }),
);

type Remembered = z.infer<typeof remembered>;
type Accounts = z.infer<typeof stored>;

/** The size and leverage that a ticket starts with, and the sizes that were sent last. */
export interface TicketMemory extends Pick<TicketDraft, 'lots' | 'leverage' | 'size'> {
  readonly recent: readonly string[];
}

/** Reads what an account used last in an instrument. What its terms no longer allow is left out. */
export function recalled(account: string, terms: Instrument, storage?: Storage): Partial<TicketMemory> {
  const found = read(storage)
    .find((one) => one.account === account)
    ?.tickets.find(({ instrument }) => instrument === terms.id);
  if (found === undefined) return {};
  const { lots, leverage, size, recent } = found;
  return {
    size,
    ...(isTradable(lots, terms) && { lots }),
    ...(leverage !== null && terms.leverages.includes(leverage) && { leverage }),
    recent: recent.filter((one) => isTradable(one, terms)),
  };
}

/** Remembers the size and leverage of an account's ticket. `sent`: lots that join the sizes that were sent last. */
export function remember(
  account: string,
  instrument: number,
  { lots, leverage, size }: Pick<TicketDraft, 'lots' | 'leverage' | 'size'>,
  sent?: string,
  storage?: Storage,
): void {
  const accounts = read(storage);
  const tickets = accounts.find((one) => one.account === account)?.tickets ?? [];
  const before = tickets.find((one) => one.instrument === instrument);
  const recent = before?.recent ?? [];
  const now: Remembered = {
    instrument,
    lots: lots.slice(0, LONGEST),
    leverage: leverage ?? null,
    size: { by: size.by, text: size.text.slice(0, LONGEST) },
    recent: sent === undefined ? recent : [sent, ...recent.filter((one) => one !== sent)].slice(0, MOST_RECENT),
  };
  const next: Accounts = [
    { account, tickets: [now, ...tickets.filter((one) => one !== before)].slice(0, MOST_INSTRUMENTS) },
    ...accounts.filter((one) => one.account !== account),
  ].slice(0, MOST_ACCOUNTS);
  writeStored(KEY, next, storage);
}

function read(storage?: Storage): Accounts {
  const parsed = stored.safeParse(readStored(KEY, storage));
  return parsed.success ? parsed.data : [];
}

function isTradable(text: string, terms: Instrument): boolean {
  const lots = parseLots(text);
  return lots !== undefined && formatLots(lots) === text && lotsRefusal(terms, lots) === undefined;
}
