import { formatPriceText, formatResultAmount, readFillCorrections } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText, useTimes } from '../language/language.ts';
import { accountKey } from '../services/query-client.ts';
import { api } from '../services/services.ts';
import { useSession } from '../session/session.ts';

interface FillCorrectionsProps {
  readonly order: number;
  /** Decimals of the instrument's prices. */
  readonly precision: number;
}

/** Corrections of an order's fills by staff, below its figures, which stay as they were. Nothing without corrections. */
export function FillCorrections({ order, precision }: FillCorrectionsProps): ReactNode {
  const t = useText();
  const times = useTimes();
  const user = useSession((session) => session.user?.uid ?? '');
  const { data: made = [] } = useQuery({
    queryKey: accountKey(user, 'fill-corrections', order),
    queryFn: ({ signal }) => readFillCorrections(api, order, { quiet: true, signal }),
  });
  const price = (text: string): string => isolate(formatPriceText(text, precision));
  return made.map((each) => {
    const facts = [
      {
        name: t(each.fill === 'open' ? 'orders.field.openPrice' : 'orders.field.closePrice'),
        value: `${price(each.fromPrice)} → ${price(each.price)}`,
      },
      ...(each.difference === each.amount
        ? []
        : [{ name: t('orders.correction.difference'), value: formatResultAmount(each.difference, 2) }]),
      { name: t('orders.correction.booked'), value: formatResultAmount(each.amount, 2) },
    ];
    return (
      <div
        key={each.number}
        className="mt-3 rounded-control bg-notice-soft px-3 py-2.5 text-14 text-notice"
        data-testid="fill-correction"
      >
        <h3 className="font-semibold">{t('orders.correction.title')}</h3>
        <p className="tabular-nums">{times.dateTime(each.time)}</p>
        <dl className="mt-1">
          {facts.map(({ name, value }) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-4">
              <dt>{name}</dt>
              <dd className="figure font-medium">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-1 break-words" dir="auto">
          {each.reason}
        </p>
      </div>
    );
  });
}
