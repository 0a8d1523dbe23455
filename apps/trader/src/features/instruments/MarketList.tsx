import type { ListedInstrument } from '@fairlot/client';
import type { ReactNode, RefObject } from 'react';
import { Virtualizer } from 'virtua';
import { useDrawn } from '../../shared/layout/use-drawn.ts';
import { MarketRow } from './MarketRow.tsx';

const ROW_HEIGHT = 68;

export interface MarketListProps {
  readonly rows: readonly ListedInstrument[];
  readonly scroller: RefObject<HTMLElement | null>;
  /** The instrument shown next to the list on wide windows. */
  readonly chosenId?: number | undefined;
}

/** A virtual list of the instruments. */
export function MarketList({ rows, scroller, chosenId }: MarketListProps): ReactNode {
  // Rows wait for the second paint: rendered together with the frame of the page, they block a slow phone.
  const drawn = useDrawn();
  if (rows.length === 0 || !drawn) return null;
  return (
    <Virtualizer data={rows} scrollRef={scroller} itemSize={ROW_HEIGHT} as="ul" item="li">
      {(instrument) => <MarketRow key={instrument.id} instrument={instrument} selected={instrument.id === chosenId} />}
    </Virtualizer>
  );
}
