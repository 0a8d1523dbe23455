import { pipsText } from '@fairlot/client';
import type { LevelPreview } from '@fairlot/client';
import { formatMoney } from '@fairlot/domain';
import type { Price, PriceTerms, Side } from '@fairlot/domain';
import { Stepper, Switch } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../shared/language/language.ts';
import { Dollars } from '../Dollars.tsx';
import { toggled } from './levels.ts';
import type { LevelDraft, LevelName } from './levels.ts';
import type { Problem } from './problem.ts';
import { useProblemText } from './problem-text.ts';
import { stepPrice } from '../../../shared/forms/steps.ts';

export interface LevelFieldProps {
  readonly name: LevelName;
  readonly level: LevelDraft;
  readonly onLevel: (level: LevelDraft) => void;
  /** Price that the level is measured from: the closing price, or the target of a pending order. */
  readonly reference: Price | undefined;
  readonly spread: Price;
  readonly side: Side;
  readonly terms: PriceTerms;
  readonly meaning: LevelPreview | undefined;
  readonly problem: Problem | undefined;
}

/** Stop-loss or take-profit: switch, price field, and the distance in pips with the resulting profit or loss. */
export function LevelField({
  name,
  level,
  onLevel,
  reference,
  spread,
  side,
  terms,
  meaning,
  problem,
}: LevelFieldProps): ReactNode {
  const t = useText();
  const words = useProblemText();
  const label = t(`trade.ticket.${name}`);
  const step = (direction: 'less' | 'more'): string | undefined =>
    reference === undefined ? undefined : stepPrice(level.text, direction, reference, terms);
  const take = (direction: 'less' | 'more') => () => onLevel({ on: true, text: step(direction) ?? level.text });
  const mine = problem?.field === name ? problem : undefined;
  return (
    <div>
      <Switch
        checked={level.on}
        label={label}
        onChange={(on) => onLevel(toggled(level, name, on, { side, reference, spread, terms }))}
      />
      {level.on ? (
        <div className="pb-2">
          <Stepper
            label={label}
            labelHidden
            value={level.text}
            onValue={(typed) => onLevel({ on: true, text: typed })}
            onMinus={take('less')}
            onPlus={take('more')}
            minusDisabled={step('less') === undefined}
            plusDisabled={step('more') === undefined}
            minusLabel={t('trade.ticket.lower', { field: label })}
            plusLabel={t('trade.ticket.higher', { field: label })}
            error={mine === undefined ? undefined : words(mine)}
            hint={<Meaning meaning={meaning} terms={terms} />}
          />
          {mine?.nearest === undefined ? null : (
            <UseNearest price={mine.nearest} onUse={(price) => onLevel({ on: true, text: price })} />
          )}
        </div>
      ) : null}
    </div>
  );
}

function Meaning({ meaning, terms }: Pick<LevelFieldProps, 'meaning' | 'terms'>): ReactNode {
  const t = useText();
  if (meaning === undefined) return <span className="figure">–</span>;
  return (
    <span className="flex items-center justify-between gap-2">
      <span className="figure">{t('trade.ticket.pips', { pips: pipsText(meaning.points, terms.pricePrecision) })}</span>
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
