import { conversionOf, formatLotsText, levelPreview, marketOfOrder } from '@fairlot/client';
import type { Order, PreviewMarket } from '@fairlot/client';
import { MOST_PARTIAL_LEVELS, formatMoney, formatPrice } from '@fairlot/domain';
import type { PartialLevel, Price } from '@fairlot/domain';
import { Button, IconButton } from '@fairlot/ui';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/language/language.ts';
import { Dollars } from '../Dollars.tsx';
import { LEVEL_NAMES } from '../form/levels.ts';
import type { LevelName } from '../form/levels.ts';
import { intents } from '../intents/intents.ts';
import { UnknownOutcome } from '../intents/UnknownOutcome.tsx';
import { useOrderAction } from '../intents/use-order-action.ts';
import { NewPartialLevel } from './NewPartialLevel.tsx';
import { lotsWithoutLevel, withLevel, withoutLevel } from './partial-levels.ts';

export interface LevelsOfPartsProps {
  readonly order: Order;
  readonly market: PreviewMarket;
  readonly spread: Price;
}

/** Stops and targets for parts of a position: the list with the result of each, and a form for another one. */
export function LevelsOfParts({ order, market, spread }: LevelsOfPartsProps): ReactNode {
  const t = useText();
  const action = useOrderAction();
  const [adding, setAdding] = useState<LevelName>();
  const levels = order.levels ?? [];
  const list = useId();
  const offered = levels.length < MOST_PARTIAL_LEVELS ? LEVEL_NAMES.filter((name) => hasRoom(order, name, market)) : [];
  const names = { stopLoss: t('orders.levels.addStopLoss'), takeProfit: t('orders.levels.addTakeProfit') };
  return (
    <section className="mt-2 border-t border-line pt-3">
      <h3 className="text-14 font-medium">{t('orders.levels.title')}</h3>
      <p className="mt-1 text-12 text-quiet">{t('orders.levels.hint')}</p>
      <UnknownOutcome action={action} />
      <ul>
        {levels.map((level, at) => (
          <li key={`${level.level} ${level.price} ${level.lots}`} className="flex items-center gap-2 py-1">
            <LevelRow order={order} level={level} market={market} id={`${list}${at}`} />
            <IconButton
              icon="close"
              quiet
              label={t('orders.levels.remove')}
              aria-describedby={`${list}${at}`}
              disabled={action.busy}
              onClick={() => action.start(intents.setPartialLevels(withoutLevel(order, at)), () => undefined)}
            />
          </li>
        ))}
      </ul>
      {adding !== undefined ? (
        <NewPartialLevel
          key={adding}
          name={adding}
          order={order}
          market={market}
          spread={spread}
          busy={action.busy}
          onCancel={() => setAdding(undefined)}
          onAdd={(level) => action.start(intents.setPartialLevels(withLevel(order, level)), () => setAdding(undefined))}
        />
      ) : offered.length > 0 ? (
        <div className="mt-2 flex flex-wrap gap-2 *:flex-auto">
          {offered.map((name) => (
            <Button key={name} kind="secondary" disabled={action.busy} onClick={() => setAdding(name)}>
              {names[name]}
            </Button>
          ))}
        </div>
      ) : null}
    </section>
  );
}

/** True while there are lots that no level of the kind closes, enough for another one. */
function hasRoom(order: Order, name: LevelName, { instrument }: PreviewMarket): boolean {
  return lotsWithoutLevel(order, name) >= instrument.minLots;
}

interface LevelRowProps {
  readonly id: string;
  readonly order: Order;
  readonly level: PartialLevel;
  readonly market: PreviewMarket;
}

/** A level with its lots, its price and the result that it would bring. */
function LevelRow({ id, order, level: { level, lots, price }, market }: LevelRowProps): ReactNode {
  const t = useText();
  const conversion = conversionOf(marketOfOrder(market, order.markup));
  const { openPrice, side } = order;
  const result =
    openPrice === undefined || conversion === undefined
      ? undefined
      : levelPreview(market.instrument, side, lots, openPrice, price, conversion).result;
  return (
    <span id={id} className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 text-14">
      <span>{t(`trade.line.${level}`)}</span>
      <span className="figure">{formatLotsText(lots)}</span>
      <span className="figure">{formatPrice(price, order.instrument)}</span>
      {result === undefined ? null : (
        <span className="ms-auto">
          <Dollars value={formatMoney(result)} result unit />
        </span>
      )}
    </span>
  );
}
