import { camelKey, formatCount } from '@fairlot/client';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useListPage } from '../../lists/list-calls.ts';
import { Figure, State, When } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import type { FigureLine } from '../../shared/cells/FigureList.tsx';
import { JsonChange } from '../../shared/cells/JsonChange.tsx';
import { Shown } from '../../shared/cells/Shown.tsx';
import { useText } from '../../shared/language/language.ts';
import type { FieldName, Text } from '../../shared/language/text.ts';
import type { Instrument } from './instrument-actions.ts';
import { InstrumentSources } from './InstrumentSources.tsx';

const PLAIN = [
  'min_lots',
  'max_lots',
  'lot_step',
  'fee_rate',
  'swap_long',
  'swap_short',
  'stale_after_ms',
  'jump_per_mille',
  'hold_ms',
  'calendar',
  'units_per_lot',
  'price_precision',
  'open_positions',
  'pending_orders',
] as const satisfies readonly FieldName[];

/** The announced change of the swap: its date, its terms and the proposal, where it can be called off. */
function announcedFigures(t: Text, announced: Instrument['announcedSwap']): readonly FigureLine[] {
  if (announced === null) return [];
  const { at, swapMode, swapLong, swapShort, swapTripleWeekday, proposal } = announced;
  const day = t(`day.${swapTripleWeekday as 0 | 1 | 2 | 3 | 4 | 5 | 6}`);
  return [
    {
      label: t('instruments.announced'),
      value: (
        <span data-testid="announced-swap">
          <When at={new Date(at).toISOString()} /> · {t('field.swap_long')} <Shown>{formatCount(swapLong)}</Shown> ·{' '}
          {t('field.swap_short')} <Shown>{formatCount(swapShort)}</Shown> · {t(`kind.${swapMode}`)} ·{' '}
          {t('field.swap_triple_weekday')} {day} ·{' '}
          <Link to="/proposals" className="text-brand underline-offset-2 hover:underline">
            {t('proposals.one', { id: proposal })}
          </Link>
        </span>
      ),
    },
  ];
}

/** One instrument: its terms, and the history of their changes. */
export function InstrumentDetail({
  row,
  category,
  actions,
}: {
  readonly row: Instrument;
  readonly category: string;
  readonly actions: ReactNode;
}): ReactNode {
  const t = useText();
  const changes = useListPage('officeInstrumentChanges', { instrument_id: row.id });
  return (
    <div className="grid gap-4">
      <h2 className="me-12 text-16 font-semibold">{row.code}</h2>
      {actions}
      <FigureList
        figures={[
          {
            label: t('field.market_status'),
            value: row.isOpen ? (
              t('instruments.open')
            ) : (
              <>
                {t('instruments.shut')}{' '}
                <When at={row.nextSession === null ? null : new Date(row.nextSession).toISOString()} />
              </>
            ),
          },
          { label: t('field.dealing'), value: <State value={row.dealing} /> },
          { label: t('field.category_id'), value: category },
          { label: t('field.leverages'), value: <span className="figure">{row.leverages.join(', ') || '–'}</span> },
          { label: t('field.fee_mode'), value: t(row.feeMode === 'perLot' ? 'kind.feePerLot' : 'kind.feeOfMargin') },
          { label: t('field.swap_mode'), value: t(`kind.${row.swapMode}`) },
          {
            label: t('field.swap_triple_weekday'),
            value: t(`day.${row.swapTripleWeekday as 0 | 1 | 2 | 3 | 4 | 5 | 6}`),
          },
          ...announcedFigures(t, row.announcedSwap),
          ...PLAIN.map((name) => ({
            label: t(`field.${name}`),
            value: <Figure>{formatCount(row[camelKey(name)])}</Figure>,
          })),
        ]}
      />
      <InstrumentSources instrument={row} />
      {(changes.data?.list ?? []).length === 0 ? null : (
        <section>
          <h3 className="mb-1 text-14 font-semibold">{t('instruments.changes')}</h3>
          <ul className="divide-y divide-line rounded-control border border-line text-14">
            {changes.data?.list.map((change) => (
              <li key={change.id} className="px-3 py-2">
                <p className="text-12 text-quiet">
                  <When at={change.at} /> · <bdi>{change.staffName}</bdi>
                </p>
                <JsonChange before={change.before} after={change.after} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
