import { formatCount, formatLotsText } from '@fairlot/client';
import { Chip } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Actions } from '../../lists/Actions.tsx';
import { ListScreen } from '../../lists/ListScreen.tsx';
import type { Filter, RowAction } from '../../lists/list-types.ts';
import { Dollars, Figure, State } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { usePercent, useText } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';
import { limitActions } from './exposure-actions.ts';

/** Selects live or demo accounts; default live. */
export function accountsFilter(t: Text): Filter {
  return {
    kind: 'choice',
    name: 'accounts',
    label: 'accounts',
    first: 'real',
    options: [
      { value: 'real', label: t('kind.real') },
      { value: 'demo', label: t('kind.demo') },
    ],
  };
}

const TABS = ['byInstrument', 'byGroup', 'byCurrency'] as const;

/** The clients' positions by instrument, group and currency, valued at the current quotes. */
export function ExposureScreen(): ReactNode {
  const [params] = useSearchParams();
  const tab = TABS.find((each) => each === params.get('tab')) ?? 'byInstrument';
  const tabs = <Tabs tab={tab} />;
  if (tab === 'byGroup') return <Groups tabs={tabs} />;
  return tab === 'byCurrency' ? <Currencies tabs={tabs} /> : <Instruments tabs={tabs} />;
}

function Tabs({ tab }: { readonly tab: (typeof TABS)[number] }): ReactNode {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const accounts = params.get('accounts');
  return (
    <fieldset aria-label={t('menu.exposure')} className="flex flex-wrap gap-2">
      {TABS.map((value) => (
        <Chip
          key={value}
          pressed={value === tab}
          onPress={() => setParams({ tab: value, ...(accounts !== null && { accounts }) }, { replace: true })}
        >
          {t(`exposure.${value}`)}
        </Chip>
      ))}
    </fieldset>
  );
}

interface TabProps {
  readonly tabs: ReactNode;
}

function Instruments({ tabs }: TabProps): ReactNode {
  const t = useText();
  const isReal = useIsReal();
  const { roles } = useSelf();
  const percent = usePercent();
  const maySet = isReal && mayCall(roles, 'officeSetExposureLimit');
  return (
    <ListScreen
      title={t('menu.exposure')}
      tools={tabs}
      call="officeExposure"
      idOf={(row) => row.instrumentId}
      empty={t('exposure.empty')}
      filters={[accountsFilter(t)]}
      actions={(row) => (maySet ? limitActions(t, percent, 'instrument', row.code, row) : [])}
      renderDetail={(row) => (
        <LimitDetail
          name={row.code}
          row={row}
          actions={maySet ? limitActions(t, percent, 'instrument', row.code, row) : []}
        />
      )}
      columns={[
        { head: 'code', render: (row) => row.code },
        { head: 'long_lots', figure: true, render: (row) => <Figure>{formatLotsText(row.longLots)}</Figure> },
        { head: 'short_lots', figure: true, render: (row) => <Figure>{formatLotsText(row.shortLots)}</Figure> },
        { head: 'net_lots', figure: true, render: (row) => <Figure>{formatLotsText(row.netLots)}</Figure> },
        { head: 'gross_lots', figure: true, render: (row) => <Figure>{formatLotsText(row.grossLots)}</Figure> },
        { head: 'net_usd', figure: true, render: (row) => <Dollars value={row.netUsd} /> },
        { head: 'gross_usd', figure: true, render: (row) => <Dollars value={row.grossUsd} /> },
        ...(isReal
          ? [{ head: 'limit_share' as const, figure: true, render: (row: Limited) => <Share row={row} /> }]
          : []),
        { head: 'clients_profit', figure: true, render: (row) => <Dollars value={row.clientsProfit} result /> },
        { head: 'positions', figure: true, render: (row) => <Figure>{formatCount(row.positions)}</Figure> },
        { head: 'accounts', figure: true, render: (row) => <Figure>{formatCount(row.accounts)}</Figure> },
      ]}
    />
  );
}

function Groups({ tabs }: TabProps): ReactNode {
  const t = useText();
  return (
    <ListScreen
      title={t('menu.exposure')}
      tools={tabs}
      call="officeExposureGroups"
      idOf={(row) => row.groupId}
      empty={t('exposure.empty')}
      filters={[accountsFilter(t)]}
      columns={[
        {
          head: 'group_id',
          render: (row) => (row.name === null ? <Figure>{row.groupId}</Figure> : <bdi>{row.name}</bdi>),
        },
        { head: 'net_usd', figure: true, render: (row) => <Dollars value={row.netUsd} /> },
        { head: 'gross_usd', figure: true, render: (row) => <Dollars value={row.grossUsd} /> },
        { head: 'clients_profit', figure: true, render: (row) => <Dollars value={row.clientsProfit} result /> },
        { head: 'instruments', figure: true, render: (row) => <Figure>{formatCount(row.instruments)}</Figure> },
        { head: 'positions', figure: true, render: (row) => <Figure>{formatCount(row.positions)}</Figure> },
        { head: 'unvalued', render: (row) => (row.unvalued.length === 0 ? '–' : row.unvalued.join(', ')) },
      ]}
    />
  );
}

function Currencies({ tabs }: TabProps): ReactNode {
  const t = useText();
  const isReal = useIsReal();
  const { roles } = useSelf();
  const percent = usePercent();
  const maySet = isReal && mayCall(roles, 'officeSetExposureLimit');
  return (
    <ListScreen
      title={t('menu.exposure')}
      tools={tabs}
      call="officeExposureCurrencies"
      idOf={(row) => row.currency}
      empty={t('exposure.empty')}
      filters={[accountsFilter(t)]}
      actions={(row) => (maySet ? limitActions(t, percent, 'currency', row.currency, row) : [])}
      renderDetail={(row) => (
        <LimitDetail
          name={row.currency}
          row={row}
          actions={maySet ? limitActions(t, percent, 'currency', row.currency, row) : []}
        />
      )}
      columns={[
        { head: 'currency', render: (row) => row.currency },
        { head: 'long_amount', figure: true, render: (row) => <Figure>{formatCount(row.longAmount)}</Figure> },
        { head: 'short_amount', figure: true, render: (row) => <Figure>{formatCount(row.shortAmount)}</Figure> },
        { head: 'net_amount', figure: true, render: (row) => <Figure>{formatCount(row.netAmount)}</Figure> },
        { head: 'net_usd', figure: true, render: (row) => <Dollars value={row.netUsd} /> },
        { head: 'gross_usd', figure: true, render: (row) => <Dollars value={row.grossUsd} /> },
        ...(isReal
          ? [{ head: 'limit_share' as const, figure: true, render: (row: Limited) => <Share row={row} /> }]
          : []),
      ]}
    />
  );
}

interface Limited {
  readonly netUsd: string | null;
  readonly grossUsd: string | null;
  readonly limitUsd: string | null;
  readonly limitShare: number | null;
  readonly alarm: boolean;
}

/** An instrument or a currency with its limit. */
function LimitDetail({
  name,
  row,
  actions,
}: {
  readonly name: string;
  readonly row: Limited;
  readonly actions: readonly RowAction[];
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
function Share({ row }: { readonly row: Limited }): ReactNode {
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

/** Limits are of live accounts only. */
function useIsReal(): boolean {
  const [params] = useSearchParams();
  return params.get('accounts') !== 'demo';
}
