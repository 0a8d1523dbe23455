import type { ReactNode, RefObject } from 'react';
import { Virtualizer } from 'virtua';
import type { Instrument } from '../shared/market.ts';
import { useDrawn } from '../shared/use-drawn.ts';
import { MarketRow } from './MarketRow.tsx';

const ROW_HEIGHT = 68;

export interface MarketListProps {
  readonly rows: readonly Instrument[];
  readonly scroller: RefObject<HTMLElement | null>;
  /** The instrument that is shown beside the list in a wide window. */
  readonly chosenId?: number | undefined;
}

/** The rows in view and a few around them. */
export function MarketList({ rows, scroller, chosenId }: MarketListProps): ReactNode {
  // Rows that are there at once come with the second picture: one with the frame of the page as well keeps a slow phone from answering.
  const drawn = useDrawn();
  if (rows.length === 0 || !drawn) return null;
  return (
    <Virtualizer data={rows} scrollRef={scroller} itemSize={ROW_HEIGHT} as="ul" item="li">
      {(instrument) => <MarketRow key={instrument.Id} instrument={instrument} selected={instrument.Id === chosenId} />}
    </Virtualizer>
  );
}
