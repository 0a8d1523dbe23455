import { formatCount } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { Value } from '../../actions/fields.ts';
import { RecordList } from '../../lists/RecordList.tsx';
import { Figure, When, Words } from '../../shared/cells/cells.tsx';
import { pointFigure } from '../../shared/forms/typed-figure.ts';
import { ScreenHead } from '../../shared/layout/ScreenHead.tsx';
import { useRead } from '../../lists/list-calls.ts';
import { TabChips } from '../../shared/layout/TabChips.tsx';
import { usePercent, useText } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';
import { OnOff } from '../../shared/cells/OnOff.tsx';

const TABS = ['networks', 'accounts', 'currencies', 'coins'] as const;

/** The operator's deposit accounts, and the currencies of withdrawals. */
export function TermsScreen(): ReactNode {
  const t = useText();
  const [params] = useSearchParams();
  const tab = TABS.find((each) => each === params.get('tab')) ?? 'networks';
  return (
    <div className="flex h-full flex-col">
      <ScreenHead title={t('menu.funding')} />
      <TabChips
        className="gutter pb-2"
        label={t('menu.funding')}
        tabs={TABS}
        tab={tab}
        nameOf={(value) => t(`terms.${value}`)}
      />
      <div className="min-h-0 flex-1 overflow-auto">
        {tab === 'networks' ? (
          <Networks />
        ) : tab === 'accounts' ? (
          <Accounts />
        ) : tab === 'currencies' ? (
          <Currencies />
        ) : (
          <Coins />
        )}
      </div>
    </div>
  );
}

function Networks(): ReactNode {
  const t = useText();
  return (
    <RecordList
      read="staffNetworks"
      save="networkSave"
      name={t('terms.network')}
      text={`${t('terms.addressWarning')} ${t('proposals.termsRule')}`}
      fields={[
        { kind: 'text', name: 'currency_code' },
        { kind: 'text', name: 'protocol_code' },
        { kind: 'text', name: 'address', wide: true },
        { kind: 'switch', name: 'enabled' },
      ]}
      columns={[
        { head: 'currency_code', render: (row) => row.currencyCode },
        { head: 'protocol_code', render: (row) => row.protocolCode },
        {
          head: 'address',
          render: (row) => <span className="figure break-all">{row.address === '' ? '–' : row.address}</span>,
        },
        { head: 'enabled', render: (row) => <OnOff on={row.enabled} /> },
      ]}
    />
  );
}

function Coins(): ReactNode {
  const t = useText();
  return (
    <RecordList
      read="staffCoins"
      save="coinSave"
      name={t('terms.coin')}
      text={`${t('terms.coinText')} ${t('proposals.termsRule')}`}
      fields={[
        { kind: 'text', name: 'name' },
        { kind: 'decimal', name: 'usd_price' },
        { kind: 'switch', name: 'enabled' },
      ]}
      columns={[
        { head: 'name', render: (row) => row.name },
        {
          head: 'usd_price',
          figure: true,
          render: (row) => <Figure>{row.usdPrice === '' ? '–' : row.usdPrice}</Figure>,
        },
        { head: 'at', render: (row) => <When at={row.usdPriceAt} /> },
        { head: 'enabled', render: (row) => <OnOff on={row.enabled} /> },
      ]}
    />
  );
}

function Accounts(): ReactNode {
  const t = useText();
  const coins = useRead('staffCoins', {});
  const names = new Map(coins.data?.map((coin) => [coin.id, coin.name]));
  const options = [
    { value: '', label: '–' },
    ...(coins.data ?? []).map((coin) => ({ value: String(coin.id), label: coin.name })),
  ];
  return (
    <RecordList
      read="staffReceivingAccounts"
      save="receivingAccountSave"
      name={t('terms.account')}
      text={`${t('terms.addressWarning')} ${t('proposals.termsRule')}`}
      fields={[
        { kind: 'choice', name: 'bank_coin', options, numeric: true },
        { kind: 'text', name: 'bank_name' },
        { kind: 'text', name: 'bank_swift' },
        { kind: 'text', name: 'bank_address', wide: true },
        { kind: 'text', name: 'payee_name' },
        { kind: 'text', name: 'payee_account', wide: true },
        { kind: 'long', name: 'bank_remark' },
        { kind: 'switch', name: 'enabled' },
      ]}
      columns={[
        { head: 'bank_coin', render: (row) => names.get(row.bankCoin) ?? row.bankCoin },
        { head: 'bank_name', render: (row) => <Words>{row.bankName}</Words> },
        { head: 'payee_name', render: (row) => <Words>{row.payeeName}</Words> },
        { head: 'payee_account', render: (row) => <Figure>{row.payeeAccount}</Figure> },
        { head: 'enabled', render: (row) => <OnOff on={row.enabled} /> },
      ]}
    />
  );
}

/** From this part of the amount on a payout fee is taken for a slip of the pen. */
const HIGH_FEE = 0.05;
type Percent = ReturnType<typeof usePercent>;

/** A part of the amount as a percentage, with the decimals that it has. */
function percentOf(percent: Percent, part: string): string {
  return percent.ofFigure(formatCount(String(Number((Number(part) * 100).toFixed(6)))));
}

/** A fee that is a part of the amount as a percentage, with a warning about a high one. */
function feeRemark(t: Text, percent: Percent, type: Value | undefined, rate: Value | undefined): ReactNode {
  const part = pointFigure(String(rate ?? ''));
  if (type !== '2' || !/^\d+(\.\d+)?$/.test(part)) return undefined;
  const figure = isolate(percentOf(percent, part));
  if (Number(part) <= HIGH_FEE) return `= ${figure}`;
  return <span className="font-medium text-critical">{t('terms.highFee', { percent: figure })}</span>;
}

function Currencies(): ReactNode {
  const t = useText();
  const percent = usePercent();
  const ways = [
    { value: '1', label: t('kind.coin') },
    { value: '2', label: t('kind.bank') },
  ];
  const fees = [
    { value: '1', label: t('kind.feeFixed') },
    { value: '2', label: t('kind.feeRate') },
  ];
  return (
    <RecordList
      read="staffCurrencies"
      save="currencySave"
      name={t('terms.currency')}
      text={`${t('terms.currencyText')} ${t('proposals.termsRule')}`}
      fields={[
        { kind: 'choice', name: 'type', label: 'way', options: ways, fixed: true },
        { kind: 'text', name: 'code', label: 'currency_code', fixed: true },
        { kind: 'text', name: 'protocol', fixed: true },
        { kind: 'choice', name: 'fee_type', options: fees, numeric: true },
        {
          kind: 'decimal',
          name: 'draw_rate',
          remark: (valueOf) => feeRemark(t, percent, valueOf('fee_type'), valueOf('draw_rate')),
        },
        { kind: 'decimal', name: 'usd_price' },
        { kind: 'whole', name: 'decimals' },
        { kind: 'switch', name: 'enabled' },
      ]}
      columns={[
        { head: 'currency_code', render: (row) => [row.code, row.protocol].filter((part) => part !== '').join('-') },
        { head: 'way', render: (row) => ways[row.type - 1]?.label },
        { head: 'fee_type', render: (row) => fees[row.feeType - 1]?.label },
        {
          head: 'draw_rate',
          figure: true,
          render: (row) => <Figure>{row.feeType === 2 ? percentOf(percent, row.drawRate) : row.drawRate}</Figure>,
        },
        { head: 'usd_price', figure: true, render: (row) => <Figure>{row.usdPrice}</Figure> },
        { head: 'decimals', figure: true, render: (row) => <Figure>{row.decimals}</Figure> },
        { head: 'enabled', render: (row) => <OnOff on={row.enabled} /> },
      ]}
    />
  );
}
