import type { Order, PreviewMarket } from '@fairlot/client';
import { asLots, formatLots, parseLots, parsePrice } from '@fairlot/domain';
import type { PartialLevel, Price } from '@fairlot/domain';
import { Button } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/language/language.ts';
import { judgeStops } from '../form/judge-stops.ts';
import { LevelField } from '../form/LevelField.tsx';
import { LEVEL_OFF, figure, levelText, toggled } from '../form/levels.ts';
import type { LevelDraft, LevelName } from '../form/levels.ts';
import { PartField } from './PartField.tsx';
import { lotsOfShare, partChoice } from './part-choice.ts';
import { lotsWithoutLevel } from './partial-levels.ts';

export interface NewPartialLevelProps {
  readonly name: LevelName;
  readonly order: Order;
  readonly market: PreviewMarket;
  readonly spread: Price;
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onAdd: (level: PartialLevel) => void;
}

const HALF_PERCENT = 50;

/** Lots and price of a new partial level, in the units of the other levels. Switching it off cancels it. */
export function NewPartialLevel(props: NewPartialLevelProps): ReactNode {
  const { name, order, market, spread, busy, onCancel, onAdd } = props;
  const t = useText();
  const terms = market.instrument;
  const left = lotsWithoutLevel(order, name);
  const half = lotsOfShare(terms, order.lots, HALF_PERCENT) ?? order.lots;
  const [part, setPart] = useState(formatLots(half < left ? half : left));
  const lots = parseLots(figure(part)) ?? asLots(0n);
  const { reference, side } = judgeStops(order, { stopLoss: LEVEL_OFF, takeProfit: LEVEL_OFF }, market, []);
  // Proposed one time: the next quote must not replace a price that is being typed.
  const [level, setLevel] = useState<LevelDraft>(() =>
    toggled(LEVEL_OFF, name, true, { side, reference, spread, terms }),
  );
  const levels = { stopLoss: LEVEL_OFF, takeProfit: LEVEL_OFF, [name]: level };
  const judged = judgeStops({ ...order, lots }, levels, market, [name]);
  const price = parsePrice(levelText(level) ?? '', terms);
  const blocked =
    price === undefined ||
    judged.problem !== undefined ||
    lots > left ||
    partChoice(terms, order, figure(part)).kind === 'refused';
  return (
    <div className="mt-2">
      <LevelField
        name={name}
        level={level}
        onLevel={(next) => (next.on ? setLevel(next) : onCancel())}
        reference={reference}
        side={side}
        spread={spread}
        terms={terms}
        meaning={judged.meanings[name]}
        problem={judged.problem}
        measure={judged.measure}
      />
      <PartField order={order} terms={terms} value={part} onValue={setPart} most={left} />
      <Button
        wide
        busy={busy}
        blocked={blocked}
        onClick={() => price !== undefined && onAdd({ level: name, lots, price })}
      >
        {t('orders.levels.add')}
      </Button>
    </div>
  );
}
