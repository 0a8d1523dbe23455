import type { PriceAlert } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import { IconButton, Price } from '@fairlot/ui';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { confirm } from '../../shared/messages/confirm.ts';
import { useInstruments, useQuote } from '../../shared/market/market.ts';
import { useText, useTimes } from '../../shared/language/language.ts';
import { useRemoveAlert } from './alerts-query.ts';

/**
 * One price alert. While active it shows its condition and the live price, afterwards the quote and time that fired it.
 */
export function AlertRow({ alert }: { readonly alert: PriceAlert }): ReactNode {
  const t = useText();
  const remove = useRemoveAlert();
  const instrument = useInstruments().byId.get(alert.instrument);
  const code = instrument?.showCode ?? String(alert.instrument);
  const words = t(`alerts.when.${alert.side}.${alert.direction}`, { price: isolate(alert.price) });
  const onRemove = async (): Promise<void> => {
    const sure =
      alert.firedAt !== null ||
      (await confirm({
        title: t('alerts.removeTitle'),
        text: `${isolate(code)} · ${words}`,
        confirmLabel: t('alerts.removeConfirm'),
        critical: true,
      }));
    if (sure) remove.mutate(alert.id);
  };
  return (
    <li className="flex min-h-16 items-center gap-3 ps-4 pe-1" data-testid={`alert-${alert.id}`}>
      {instrument === undefined ? null : (
        <img src={instrument.logo} alt="" width={32} height={32} loading="lazy" className="size-8 shrink-0" />
      )}
      <span className="min-w-0 flex-1 py-2">
        <span className="flex items-baseline justify-between gap-3">
          <bdi dir="ltr" className="truncate text-14 font-semibold">
            {code}
          </bdi>
          {alert.firedAt === null ? <MarketNow alert={alert} /> : null}
        </span>
        <span className="block text-14 text-quiet">{words}</span>
        {alert.firedAt === null ? null : <FiredOn alert={alert} at={alert.firedAt} />}
      </span>
      <IconButton
        icon="close"
        label={`${t('alerts.remove')}: ${code}`}
        quiet
        disabled={remove.isPending}
        onClick={() => void onRemove()}
      />
    </li>
  );
}

function MarketNow({ alert }: { readonly alert: PriceAlert }): ReactNode {
  const quote = useQuote(alert.instrument);
  return (
    <span className="shrink-0 text-14">
      <Price value={quote?.[alert.side]} stale={quote?.freshness !== 'current'} />
    </span>
  );
}

function FiredOn({ alert: { quote }, at }: { readonly alert: PriceAlert; readonly at: string }): ReactNode {
  const t = useText();
  const times = useTimes();
  return (
    <>
      <span className="block text-12 text-quiet">
        <bdi>{times.dateTime(at)}</bdi>
      </span>
      {quote === null ? null : (
        <Parts
          text={t('trade.done.quote', {
            seq: isolate(String(quote.seq)),
            bid: isolate(quote.bid),
            ask: isolate(quote.ask),
          })}
        />
      )}
    </>
  );
}

/** Keeps each label on one line with its figure. */
function Parts({ text }: { readonly text: string }): ReactNode {
  const parts = text.split(' · ');
  return (
    <span className="block text-12 text-quiet">
      {parts.map((part, at) => (
        <Fragment key={part}>
          <span className="whitespace-nowrap">
            <bdi>{part}</bdi>
            {at < parts.length - 1 ? ' ·' : ''}
          </span>{' '}
        </Fragment>
      ))}
    </span>
  );
}
