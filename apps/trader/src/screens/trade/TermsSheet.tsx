import {
  conversionOf,
  formatAmount,
  formatCount,
  formatLeverage,
  formatLotsText,
  formatMoneyText,
} from '@fairlot/client';
import type { ListedInstrument, PreviewMarket } from '@fairlot/client';
import { asLots, asRate, formatMoney, formatPrice, formatRate, margin, parseLots } from '@fairlot/domain';
import type { Rate } from '@fairlot/domain';
import { isolate } from '@fairlot/i18n';
import { Button, Sheet } from '@fairlot/ui';
import { copyText, showToast } from '@fairlot/web';
import type { ReactNode } from 'react';
import { AnnouncedSwap } from '../../features/ordering/AnnouncedSwap.tsx';
import { usePercent, useText, useTimes } from '../../shared/language/language.ts';
import { instrumentPath } from '../../shared/market/instrument-link.ts';
import { spreadText } from '../../shared/market/spread.ts';
import { MarketNews } from './MarketNews.tsx';
import { Fact, FactGroup } from './TermFacts.tsx';
import { TradingHours } from './TradingHours.tsx';

export interface TermsSheetProps {
  readonly open: boolean;
  readonly market: PreviewMarket;
  readonly instrument: ListedInstrument;
  readonly onClose: () => void;
}

const ONE_LOT = parseLots('1') ?? asLots(0n);

/** The contract terms of an instrument, for the signed-in account's group: costs, sizes, margin, swap and hours. */
export function TermsSheet({ open, market, instrument, onClose }: TermsSheetProps): ReactNode {
  const t = useText();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={
        <>
          <bdi className="figure">{instrument.showCode}</bdi> · {t('trade.info.open')}
        </>
      }
      closeLabel={t('common.close')}
      height={80}
      footer={
        <div className="border-t border-line p-4">
          <Button kind="secondary" wide onClick={() => void share(instrument, t)}>
            {t('trade.info.share')}
          </Button>
        </div>
      }
    >
      <div className="px-4 pb-4">
        <Costs instrument={instrument} market={market} />
        <Sizes instrument={instrument} />
        <Margins instrument={instrument} market={market} />
        <Swap instrument={instrument} />
        <MarketNews instrument={instrument.id} />
        <TradingHours instrument={instrument.id} />
      </div>
    </Sheet>
  );
}

/** Offers the device's own sheet where it has one; elsewhere copies the link. */
async function share(instrument: ListedInstrument, t: ReturnType<typeof useText>): Promise<void> {
  const url = `${location.origin}${location.pathname}#${instrumentPath(instrument)}`;
  const title = `${instrument.showCode} · ${instrument.name}`;
  if (typeof navigator.share === 'function') {
    // Rejects when the user closes the sheet.
    await navigator.share({ title, url }).catch(() => undefined);
    return;
  }
  const isCopied = await copyText(url);
  showToast(t(isCopied ? 'copied.done' : 'copied.failed'), isCopied ? 'done' : 'error');
}

function Costs({ instrument, market }: Pick<TermsSheetProps, 'instrument' | 'market'>): ReactNode {
  const t = useText();
  const { ofFigure } = usePercent();
  const { markup, commission, feeMode, feeRate, guarantee } = instrument;
  const mode = commission?.mode ?? feeMode;
  const rate = commission?.rate ?? feeRate;
  // A share of the margin is stored as a factor.
  const shown = isolate(mode === 'ofMargin' ? ofFigure(plain(asRate(rate * 100n))) : plain(rate));
  return (
    <FactGroup>
      <Fact name={t('trade.spread')}>
        {market.quote === undefined ? '–' : <bdi>{spreadText(instrument, market.quote, t)}</bdi>}
      </Fact>
      {markup === undefined ? null : (
        <Fact name={t('trade.cost.markup')}>
          <span className="figure">
            {formatPrice(markup.bid, instrument)} / {formatPrice(markup.ask, instrument)}
          </span>
        </Fact>
      )}
      {guarantee === undefined ? null : (
        <Fact name={t('orders.field.guarantee')}>
          {t('trade.ticket.guarantee.premium')}:{' '}
          <span className="figure">{formatPrice(guarantee.premium, instrument)}</span>
        </Fact>
      )}
      <Fact name={t('trade.ticket.fee')}>{t(`orders.terms.${mode}`, { rate: shown })}</Fact>
    </FactGroup>
  );
}

function Sizes({ instrument }: Pick<TermsSheetProps, 'instrument'>): ReactNode {
  const t = useText();
  const { showCode, unitsPerLot, minLots, maxLots, lotStep } = instrument;
  const [base = ''] = showCode.split('/');
  return (
    <FactGroup title={t('trade.ticket.lots')}>
      <Fact name={t('orders.field.units')}>
        <span className="figure">
          {formatCount(unitsPerLot)} {base}
        </span>
      </Fact>
      <Fact name={t('trade.info.minLots')}>
        <span className="figure">{formatLotsText(minLots)}</span>
      </Fact>
      <Fact name={t('trade.info.maxLots')}>
        <span className="figure">{formatLotsText(maxLots)}</span>
      </Fact>
      <Fact name={t('trade.info.lotStep')}>
        <span className="figure">{formatLotsText(lotStep)}</span>
      </Fact>
    </FactGroup>
  );
}

/** Margin of one lot for each leverage, the leverage that tiers allow from an exposure on, and hedged margin. */
function Margins({ instrument, market }: Pick<TermsSheetProps, 'instrument' | 'market'>): ReactNode {
  const t = useText();
  const { leverages, tiers = [], marginMode, hedged } = instrument;
  const conversion = conversionOf(market);
  const at = market.quote?.ask;
  const shown = marginMode === 'fixed' ? leverages.slice(0, 1) : leverages;
  return (
    <FactGroup title={t('trade.info.marginOfLot')}>
      {shown.map((leverage) => (
        <Fact key={leverage} name={<bdi className="figure">{formatLeverage(leverage)}</bdi>}>
          <span className="figure">
            {at === undefined || conversion === undefined
              ? '–'
              : formatAmount(margin(instrument, ONE_LOT, at, leverage, conversion))}
          </span>
        </Fact>
      ))}
      {tiers.map(({ from, leverage }) => (
        <Fact key={String(from)} name={t('trade.cost.tier', { from: isolate(formatMoneyText(formatMoney(from))) })}>
          <span className="figure">{formatLeverage(leverage)}</span>
        </Fact>
      ))}
      {hedged === undefined ? null : (
        <>
          <Fact name={t('trade.info.hedgedMargin')}>{t(`trade.info.hedged.${hedged}`)}</Fact>
          <p className="mt-1 text-12 text-quiet">{t('trade.info.hedgedHint')}</p>
        </>
      )}
    </FactGroup>
  );
}

function Swap({ instrument }: Pick<TermsSheetProps, 'instrument'>): ReactNode {
  const t = useText();
  const times = useTimes();
  const { swap } = instrument;
  const figure = (rate: Rate): ReactNode => (
    <>
      <span className="figure">{plain(rate)}</span> {t(`orders.swapUnit.${swap.mode}`)}
    </>
  );
  return (
    <FactGroup title={t('orders.field.swap')}>
      <Fact name={t('trade.info.swapBuy')}>{figure(swap.long)}</Fact>
      <Fact name={t('trade.info.swapSell')}>{figure(swap.short)}</Fact>
      <Fact name={t('orders.swapTriple')}>{times.dayOfWeek(swap.tripleWeekday)}</Fact>
      <AnnouncedSwap instrument={instrument} className="mt-1" />
    </FactGroup>
  );
}

/** A rate without trailing zeros. */
function plain(rate: Rate): string {
  return formatCount(formatRate(rate).replace(/\.?0+$/, ''));
}
