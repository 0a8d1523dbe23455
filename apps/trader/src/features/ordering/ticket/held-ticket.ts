import type { Intent, ListedInstrument, OrderPreview } from '@fairlot/client';
import { useState } from 'react';
import type { Dispatch, SetStateAction } from 'react';
import { freshDraft } from './draft.ts';
import type { TicketDraft } from './draft.ts';
import { recalled } from './memory.ts';

/** The figures of a ticket that depend on the instrument's terms. */
export interface ShownFigures extends Pick<OrderPreview, 'margin' | 'fee'> {
  readonly swap: ListedInstrument['swap'];
}

/** State of one instrument; dropped when another one is selected. */
export interface HeldTicket {
  readonly instrument: number;
  /** uid of the account; undefined for a visitor. */
  readonly owner: string | undefined;
  readonly draft: TicketDraft;
  readonly recent: readonly string[];
  readonly intent: Intent | undefined;
  readonly shown: ShownFigures | undefined;
}

/** The state of the instrument's ticket. A visitor who signs in keeps it; another account starts with its own. */
export function useHeldTicket(
  instrument: ListedInstrument,
  owner: string | undefined,
): readonly [HeldTicket, Dispatch<SetStateAction<HeldTicket>>] {
  const { id } = instrument;
  const [kept, setKept] = useState(() => freshState(instrument, owner));
  let held = kept;
  if (kept.instrument !== id || (kept.owner !== owner && kept.owner !== undefined))
    held = freshState(instrument, owner);
  else if (kept.owner !== owner) held = { ...kept, owner, recent: recalled(owner ?? '', instrument).recent ?? [] };
  if (held !== kept) setKept(held);
  return [held, setKept];
}

function freshState(instrument: ListedInstrument, owner: string | undefined): HeldTicket {
  const { recent = [], ...last } = recalled(owner ?? '', instrument);
  return {
    instrument: instrument.id,
    owner,
    draft: { ...freshDraft(instrument), ...last },
    recent,
    intent: undefined,
    shown: undefined,
  };
}
