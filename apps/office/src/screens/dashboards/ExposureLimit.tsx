import { formatCount } from '@fairlot/client';
import type { ReactNode } from 'react';
import { Actions } from '../../lists/Actions.tsx';
import type { RowAction } from '../../lists/list-types.ts';
import { Dollars, Figure, State } from '../../shared/cells/cells.tsx';
import { FigureList, type FigureLine } from '../../shared/cells/FigureList.tsx';
import { usePercent, useText } from '../../shared/language/language.ts';

/** A net value with its limit and alarm. */
export interface Limited {
  readonly netUsd: string | null;
  readonly grossUsd: string | null;
  readonly limitUsd: string | null;
  readonly limitShare: number | null;
  readonly alarm: boolean;
}

/** An instrument or a currency with its limit. */
export function LimitDetail({
  name,
  row,
  actions,
  figures,
}: {
  readonly name: string;
  readonly row: Limited;
  readonly actions: readonly RowAction[];
  /** The figures of the columns that the open record hides. */
  readonly figures: readonly FigureLine[];
}): ReactNode {
  const t = useText();
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">
        <bdi>{name}</bdi>
      </h2>
      <Actions actions={actions} />
      <FigureList
        figures={[
          ...figures,
          { label: t('field.net_usd'), value: <Dollars value={row.netUsd} /> },
          { label: t('field.gross_usd'), value: <Dollars value={row.grossUsd} /> },
          { label: t('field.limit_usd'), value: row.limitUsd === null ? '–' : <Dollars value={row.limitUsd} /> },
          { label: t('field.limit_share'), value: <Share row={row} /> },
        ]}
      />
    </div>
  );
}

/** The part of the limit that the net takes, and the alarm. */
export function Share({ row }: { readonly row: Limited }): ReactNode {
  const percent = usePercent();
  return (
    <span className="inline-flex items-center gap-2">
      {row.alarm ? <State value="alarm" /> : null}
      {row.limitShare === null ? (
        <span className="text-faint">–</span>
      ) : (
        <Figure>{percent.ofFigure(formatCount(row.limitShare))}</Figure>
      )}
    </span>
  );
}
