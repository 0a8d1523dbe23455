import { isolate } from '@fairlot/i18n';
import { pricePoint } from '@fairlot/domain';
import type { Price } from '@fairlot/domain';
import { Segmented, Stepper, Switch } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { proposedDistance } from '../../../shared/forms/steps.ts';
import { usePercent, useText } from '../../../shared/language/language.ts';
import { TRAILING_UNITS, inUnit, trailingDistance, trailingText, typedTrailing } from './trailing.ts';
import type { TrailingDraft, TrailingScene, TrailingUnit } from './trailing.ts';

export interface TrailingFieldProps {
  readonly draft: TrailingDraft;
  readonly onDraft: (draft: TrailingDraft) => void;
  readonly scene: TrailingScene;
  readonly spread: Price;
}

/** Trailing stop: switch, unit, distance, and the distance in price that is sent. */
export function TrailingField({ draft, onDraft, scene, spread }: TrailingFieldProps): ReactNode {
  const t = useText();
  const { ofFigure } = usePercent();
  const signs = { percent: ofFigure('').trim(), money: 'USD' };
  const label = t('trade.ticket.trailing.title');
  const { reference, terms } = scene;
  const propose = (): TrailingDraft =>
    reference === undefined
      ? { ...draft, on: true }
      : typedTrailing('points', trailingText('points', proposedDistance(reference, spread, terms), scene), scene);
  const toggle = (on: boolean): void =>
    onDraft(!on ? { ...draft, on } : draft.text === '' ? propose() : typedTrailing(draft.unit, draft.text, scene));
  const stepped = (direction: 1n | -1n): TrailingDraft | undefined => next(draft, direction, scene);
  const take = (direction: 1n | -1n) => () => onDraft(stepped(direction) ?? draft);
  return (
    <div>
      <Switch checked={draft.on} label={label} onChange={toggle} />
      {draft.on ? (
        <div className="space-y-2 pb-2">
          <Segmented
            label={t('trade.ticket.trailing.unit')}
            value={draft.unit}
            onChange={(unit: TrailingUnit) => onDraft(inUnit(draft, unit, scene))}
            options={TRAILING_UNITS.map((unit) => ({
              value: unit,
              label: unit === 'price' || unit === 'points' ? t(`trade.ticket.trailing.${unit}`) : signs[unit],
            }))}
          />
          <Stepper
            label={label}
            labelHidden
            value={draft.text}
            onValue={(typed) => onDraft(typedTrailing(draft.unit, typed, scene))}
            onMinus={take(-1n)}
            onPlus={take(1n)}
            minusDisabled={stepped(-1n) === undefined}
            plusDisabled={stepped(1n) === undefined}
            minusLabel={t('trade.ticket.lower', { field: label })}
            plusLabel={t('trade.ticket.higher', { field: label })}
            error={draft.distance === undefined ? t('trade.problem.trailing_invalid') : undefined}
            hint={t('trade.ticket.trailing.follows', { distance: isolate(draft.distance ?? '') })}
          />
        </div>
      ) : null}
    </div>
  );
}

/** The draft with its distance a tenth wider or narrower; undefined when there is none. */
function next(draft: TrailingDraft, direction: 1n | -1n, scene: TrailingScene): TrailingDraft | undefined {
  const now = trailingDistance('price', draft.distance ?? '', scene);
  if (now === undefined) return undefined;
  const points = now / pricePoint(scene.terms);
  const step = points / 10n;
  const found = typedTrailing('points', String(points + direction * (step > 0n ? step : 1n)), scene);
  return found.distance === undefined ? undefined : inUnit(found, draft.unit, scene);
}
