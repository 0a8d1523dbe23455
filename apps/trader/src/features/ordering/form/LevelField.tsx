import { pipsText } from '@fairlot/client';
import type { LevelPreview } from '@fairlot/client';
import { LEVEL_UNITS, formatMoney, formatPrice } from '@fairlot/domain';
import type { Price, PriceTerms, Side } from '@fairlot/domain';
import { Chip, Stepper, Switch } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { usePercent, useText } from '../../../shared/language/language.ts';
import { stepAmount, stepPrice } from '../../../shared/forms/steps.ts';
import { Dollars } from '../Dollars.tsx';
import { figure, toggled } from './levels.ts';
import type { LevelDraft, LevelName } from './levels.ts';
import { amountShown, withAmount, withUnit } from './measure.ts';
import type { LevelMeasure } from './measure.ts';
import type { Problem } from './problem.ts';
import { useProblemText } from './problem-text.ts';

export interface LevelFieldProps {
  readonly name: LevelName;
  readonly level: LevelDraft;
  readonly onLevel: (level: LevelDraft) => void;
  /** Price that the level is checked against: the closing price, or the target of a pending order. */
  readonly reference: Price | undefined;
  readonly spread: Price;
  readonly side: Side;
  readonly terms: PriceTerms;
  readonly meaning: LevelPreview | undefined;
  readonly problem: Problem | undefined;
  /** The position that distances in pips, money and per cent are measured on. */
  readonly measure: LevelMeasure;
}

/** Stop-loss or take-profit: switch, field in the chosen unit, and the level's price, pips and resulting profit or loss. */
export function LevelField(props: LevelFieldProps): ReactNode {
  const { name, level, onLevel, reference, spread, side, terms } = props;
  const t = useText();
  return (
    <div>
      <Switch
        checked={level.on}
        label={t(`trade.ticket.${name}`)}
        onChange={(on) => onLevel(toggled(level, name, on, { side, reference, spread, terms }))}
      />
      {level.on ? (
        <div className="pb-2">
          <Units {...props} />
          <AmountField {...props} />
        </div>
      ) : null}
    </div>
  );
}

/** The units of a level; a tap switches, and the level's price stays. */
function Units({ name, level, onLevel, measure }: LevelFieldProps): ReactNode {
  const t = useText();
  const { ofFigure } = usePercent();
  const words = {
    price: t('trade.unit.price'),
    pips: t('trade.unit.pips'),
    money: 'USD',
    percent: ofFigure('').trim(),
  };
  const field = t(`trade.ticket.${name}`);
  // The size that follows from the stop can't decide the stop.
  const offered = LEVEL_UNITS.filter(
    (unit) => unit !== 'money' || name === 'takeProfit' || measure.volume !== undefined,
  );
  return (
    <fieldset className="-mt-1 flex min-w-0 gap-1.5">
      <legend className="sr-only">{t('trade.unit.label', { field })}</legend>
      {offered.map((unit) => (
        <Chip
          key={unit}
          narrow
          pressed={(level.unit ?? 'price') === unit}
          onPress={() => onLevel(withUnit(level, unit, name, measure))}
        >
          {words[unit]}
        </Chip>
      ))}
    </fieldset>
  );
}

function AmountField({
  name,
  level,
  onLevel,
  reference,
  terms,
  meaning,
  problem,
  measure,
}: LevelFieldProps): ReactNode {
  const t = useText();
  const words = useProblemText();
  const label = t(`trade.ticket.${name}`);
  const value = amountShown(level, name, measure);
  const step = (direction: 'less' | 'more'): string | undefined => {
    if (level.unit !== undefined) return stepAmount(figure(value), direction, level.unit);
    return reference === undefined ? undefined : stepPrice(level.text, direction, reference, terms);
  };
  const enter = (typed: string): void => onLevel(withAmount(level, typed, name, measure));
  const mine = problem?.field === name ? problem : undefined;
  return (
    <>
      <Stepper
        label={label}
        labelHidden
        value={value}
        onValue={enter}
        onMinus={() => enter(step('less') ?? value)}
        onPlus={() => enter(step('more') ?? value)}
        minusDisabled={step('less') === undefined}
        plusDisabled={step('more') === undefined}
        minusLabel={t('trade.ticket.lower', { field: label })}
        plusLabel={t('trade.ticket.higher', { field: label })}
        error={mine === undefined ? undefined : words(mine)}
        hint={<Meaning meaning={meaning} terms={terms} priced={level.unit !== undefined} />}
      />
      {mine?.nearest === undefined ? null : (
        <UseNearest price={mine.nearest} onUse={(price) => onLevel({ on: true, text: price })} />
      )}
    </>
  );
}

function Meaning({
  meaning,
  terms,
  priced,
}: Pick<LevelFieldProps, 'meaning' | 'terms'> & { readonly priced: boolean }): ReactNode {
  const t = useText();
  if (meaning === undefined) return <span className="figure">–</span>;
  return (
    <span className="flex items-center justify-between gap-2">
      <span className="flex min-w-0 flex-wrap gap-x-2">
        {priced ? <span className="figure font-medium text-ink">{formatPrice(meaning.price, terms)}</span> : null}
        <span className="figure">
          {t('trade.ticket.pips', { pips: pipsText(meaning.points, terms.pricePrecision) })}
        </span>
      </span>
      <Dollars value={formatMoney(meaning.result)} result unit />
    </span>
  );
}

function UseNearest({ price, onUse }: { readonly price: string; readonly onUse: (price: string) => void }): ReactNode {
  const t = useText();
  return (
    <button type="button" className="touch figure text-12 font-semibold text-brand" onClick={() => onUse(price)}>
      {t('trade.problem.useValue', { value: price })}
    </button>
  );
}
