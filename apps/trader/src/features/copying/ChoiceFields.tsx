import { Button, IconButton, TextField } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { SelectField } from '../../shared/forms/SelectField.tsx';
import { useInstruments } from '../../shared/market/market.ts';
import { usePercent, useText } from '../../shared/language/language.ts';
import { MAX_COPY_INSTRUMENTS } from '@fairlot/contract';
import type { CopyDraft, CopyField } from './choice.ts';

export interface ChoiceFieldsProps {
  readonly draft: CopyDraft;
  /** Fields that are not a number, once the user has sent the form. */
  readonly invalid: ReadonlySet<CopyField>;
  readonly refusalAt: (field: CopyField) => string | undefined;
  readonly onDraft: (draft: CopyDraft) => void;
}

/** The fields of a copy's terms. Rarer ones are folded until they are asked for. */
export function ChoiceFields({ draft, invalid, refusalAt, onDraft }: ChoiceFieldsProps): ReactNode {
  const t = useText();
  const sign = usePercent().ofFigure('').trim();
  const [more, setMore] = useState(draft.maxLeverage !== '' || draft.limits.length > 0);
  const field = (name: CopyField, label: string, hint?: string, end?: ReactNode): ReactNode => (
    <TextField
      label={label}
      hint={hint}
      value={draft[name]}
      inputMode={name === 'maxLeverage' ? 'numeric' : 'decimal'}
      autoComplete="off"
      dir="ltr"
      maxLength={20}
      error={refusalAt(name) ?? (invalid.has(name) ? t('copying.form.invalid') : undefined)}
      end={end === undefined ? undefined : <span className="pe-2 text-12 text-quiet">{end}</span>}
      onValue={(value) => onDraft({ ...draft, [name]: value })}
    />
  );
  return (
    <>
      {field('allocation', t('copying.form.allocation'), t('copying.form.allocationHint'), 'USD')}
      {field('multiple', t('copying.form.multiple'), t('copying.form.multipleHint'), '×')}
      {field('stopLoss', t('copying.form.stopLoss'), t('copying.form.stopLossHint'), 'USD')}
      {more ? (
        <>
          {field('maxLeverage', t('copying.form.leverage'), t('copying.form.leverageHint'), '×')}
          {field('maxSlippage', t('copying.form.slippage'), t('copying.form.slippageHint'), sign)}
          <Limits draft={draft} onDraft={onDraft} />
        </>
      ) : (
        <div className="-ms-4">
          <Button kind="plain" onClick={() => setMore(true)}>
            {t('copying.form.more')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Limits by instrument: a row for each, and a button for one more. */
function Limits({ draft, onDraft }: Pick<ChoiceFieldsProps, 'draft' | 'onDraft'>): ReactNode {
  const t = useText();
  const { list, byId } = useInstruments();
  const named = new Set(draft.limits.map(({ instrument }) => instrument));
  const first = list.find(({ id }) => !named.has(id));
  return (
    <fieldset className="space-y-3">
      <legend className="text-14 font-medium">{t('copying.form.limits')}</legend>
      <p className="text-12 text-quiet">{t('copying.form.limitsHint')}</p>
      {draft.limits.map((limit, index) => {
        const code = byId.get(limit.instrument)?.showCode ?? String(limit.instrument);
        const change = (next: Partial<typeof limit>): void =>
          onDraft({ ...draft, limits: draft.limits.with(index, { ...limit, ...next }) });
        return (
          <div key={limit.instrument} className="flex items-end gap-2">
            <div className="min-w-0 flex-1">
              <SelectField
                label={t('copying.form.instrument')}
                value={limit.instrument}
                onValue={(instrument) => change({ instrument })}
                options={list
                  .filter(({ id }) => id === limit.instrument || !named.has(id))
                  .map(({ id, showCode }) => ({ value: id, label: showCode }))}
              />
            </div>
            <div className="w-28 shrink-0">
              <TextField
                label={t('copying.form.lots')}
                value={limit.maxLots}
                inputMode="decimal"
                autoComplete="off"
                dir="ltr"
                maxLength={12}
                onValue={(maxLots) => change({ maxLots })}
              />
            </div>
            <IconButton
              icon="close"
              label={t('copying.form.removeLimit', { code })}
              onClick={() => onDraft({ ...draft, limits: draft.limits.toSpliced(index, 1) })}
            />
          </div>
        );
      })}
      {first === undefined || draft.limits.length >= MAX_COPY_INSTRUMENTS ? null : (
        <Button
          kind="secondary"
          onClick={() => onDraft({ ...draft, limits: [...draft.limits, { instrument: first.id, maxLots: '0' }] })}
        >
          {t('copying.form.addLimit')}
        </Button>
      )}
    </fieldset>
  );
}
