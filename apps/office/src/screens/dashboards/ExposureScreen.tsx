import { formatCount, formatLotsText } from '@fairlot/client';
import type { StaffOutput } from '@fairlot/client';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { ListScreen } from '../../lists/ListScreen.tsx';
import type { Filter } from '../../lists/list-types.ts';
import { Dollars, Figure, State, When } from '../../shared/cells/cells.tsx';
import { TabChips } from '../../shared/layout/TabChips.tsx';
import { usePercent, useText } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';
import { LimitDetail, type Limited, Share } from './ExposureLimit.tsx';
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

const TABS = ['byInstrument', 'byGroup', 'byCurrency', 'events'] as const;

/** The clients' positions by instrument, group and currency, valued at the current quotes. */
export function ExposureScreen(): ReactNode {
  const t = useText();
  const [params] = useSearchParams();
  const tab = TABS.find((each) => each === params.get('tab')) ?? 'byInstrument';
  const tabs = (
    <TabChips
      label={t('menu.exposure')}
      tabs={TABS}
      tab={tab}
      nameOf={(value) => t(`exposure.${value}`)}
      kept={['accounts']}
    />
  );
  if (tab === 'byGroup') return <Groups tabs={tabs} />;
  if (tab === 'events') return <Events tabs={tabs} />;
  return tab === 'byCurrency' ? <Currencies tabs={tabs} /> : <Instruments tabs={tabs} />;
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
          figures={[
            { label: t('field.long_lots'), value: <Figure>{formatLotsText(row.longLots)}</Figure> },
            { label: t('field.short_lots'), value: <Figure>{formatLotsText(row.shortLots)}</Figure> },
            { label: t('field.gross_lots'), value: <Figure>{formatLotsText(row.grossLots)}</Figure> },
            ...guaranteeFigures(t, row),
            { label: t('field.positions'), value: <Figure>{formatCount(row.positions)}</Figure> },
            { label: t('field.accounts'), value: <Figure>{formatCount(row.accounts)}</Figure> },
          ]}
        />
      )}
      columns={[
        { head: 'code', render: (row) => row.code },
        // The figures that are watched come first: they stay in view next to an opened row.
        { head: 'net_usd', figure: true, render: (row) => <Dollars value={row.netUsd} /> },
        ...(isReal
          ? [{ head: 'limit_share' as const, figure: true, render: (row: Limited) => <Share row={row} /> }]
          : []),
        { head: 'gross_usd', figure: true, spare: true, render: (row) => <Dollars value={row.grossUsd} /> },
        {
          head: 'long_lots',
          figure: true,
          spare: true,
          render: (row) => <Figure>{formatLotsText(row.longLots)}</Figure>,
        },
        {
          head: 'short_lots',
          figure: true,
          spare: true,
          render: (row) => <Figure>{formatLotsText(row.shortLots)}</Figure>,
        },
        { head: 'net_lots', figure: true, render: (row) => <Figure>{formatLotsText(row.netLots)}</Figure> },
        {
          head: 'gross_lots',
          figure: true,
          spare: true,
          render: (row) => <Figure>{formatLotsText(row.grossLots)}</Figure>,
        },
        guaranteeGap,
        { head: 'clients_profit', figure: true, render: (row) => <Dollars value={row.clientsProfit} result /> },
        {
          head: 'positions',
          figure: true,
          spare: true,
          render: (row) => <Figure>{formatCount(row.positions)}</Figure>,
        },
        { head: 'accounts', figure: true, spare: true, render: (row) => <Figure>{formatCount(row.accounts)}</Figure> },
      ]}
    />
  );
}

type ExposureRow = StaffOutput<'officeExposure'>['list'][number];

/** The dearer direction, in which the house pays for guaranteed stops. */
const guaranteeGap = {
  head: 'guarantee_gap_usd' as const,
  figure: true,
  spare: true,
  render: (row: ExposureRow) => <Dollars value={row.guaranteeGapUsd} />,
};

/** The house's risk from guaranteed stops in an instrument. */
function guaranteeFigures(t: Text, row: ExposureRow) {
  return [
    { label: t('field.guaranteed_long_lots'), value: <Figure>{formatLotsText(row.guaranteedLongLots)}</Figure> },
    { label: t('field.guaranteed_short_lots'), value: <Figure>{formatLotsText(row.guaranteedShortLots)}</Figure> },
    { label: t('field.guarantee_gap_usd'), value: <Dollars value={row.guaranteeGapUsd} /> },
  ];
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
          figures={[
            { label: t('field.long_amount'), value: <Figure>{formatCount(row.longAmount)}</Figure> },
            { label: t('field.short_amount'), value: <Figure>{formatCount(row.shortAmount)}</Figure> },
          ]}
        />
      )}
      columns={[
        { head: 'currency', render: (row) => row.currency },
        { head: 'net_usd', figure: true, render: (row) => <Dollars value={row.netUsd} /> },
        ...(isReal
          ? [{ head: 'limit_share' as const, figure: true, render: (row: Limited) => <Share row={row} /> }]
          : []),
        { head: 'gross_usd', figure: true, spare: true, render: (row) => <Dollars value={row.grossUsd} /> },
        {
          head: 'long_amount',
          figure: true,
          spare: true,
          render: (row) => <Figure>{formatCount(row.longAmount)}</Figure>,
        },
        {
          head: 'short_amount',
          figure: true,
          spare: true,
          render: (row) => <Figure>{formatCount(row.shortAmount)}</Figure>,
        },
        { head: 'net_amount', figure: true, render: (row) => <Figure>{formatCount(row.netAmount)}</Figure> },
      ]}
    />
  );
}

/** Alarms of real accounts as they began and ended. */
function Events({ tabs }: TabProps): ReactNode {
  const t = useText();
  return (
    <ListScreen
      title={t('menu.exposure')}
      tools={tabs}
      call="officeExposureEvents"
      idOf={(row) => row.id}
      empty={t('exposure.noEvents')}
      columns={[
        { head: 'at', render: (row) => <When at={row.at} /> },
        { head: 'name', render: (row) => <bdi>{row.name}</bdi> },
        {
          head: 'state',
          render: (row) => <State value={row.type === 'exposure.alarm_raised' ? 'alarm' : 'alarm_ended'} />,
        },
        { head: 'net_usd', figure: true, render: (row) => <Dollars value={row.netUsd} /> },
        { head: 'limit_usd', figure: true, render: (row) => <Dollars value={row.limitUsd} /> },
      ]}
    />
  );
}

/** Limits are of live accounts only. */
function useIsReal(): boolean {
  const [params] = useSearchParams();
  return params.get('accounts') !== 'demo';
}
