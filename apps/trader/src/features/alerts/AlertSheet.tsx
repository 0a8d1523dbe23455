import type { ListedInstrument } from '@fairlot/client';
import { pipsText } from '@fairlot/client';
import { parsePrice, withSign, writeFigure } from '@fairlot/domain';
import { isolate } from '@fairlot/i18n';
import { Button, Chip, Price, Segmented, Sheet, Stepper } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useStableKey } from '../../shared/forms/stable-key.ts';
import { SelectField } from '../../shared/forms/SelectField.tsx';
import { stepPrice } from '../../shared/forms/steps.ts';
import { usePercent, useText } from '../../shared/language/language.ts';
import { useInstruments, useQuote } from '../../shared/market/market.ts';
import { showToast } from '@fairlot/web';
import { useSetAlert } from './alerts-query.ts';
import { PRESETS, presetPrice, readAlertDraft } from './alert-draft.ts';
import type { AlertDraft } from './alert-draft.ts';

type Side = 'bid' | 'ask';

export interface AlertSheetProps {
  readonly open: boolean;
  /** Instrument selected at first. */
  readonly first: ListedInstrument | undefined;
  readonly onClose: () => void;
}

/** The form for a new price alert. */
export function AlertSheet({ open, first, onClose }: AlertSheetProps): ReactNode {
  const t = useText();
  const [chosen, setChosen] = useState<number>();
  const { byId } = useInstruments();
  const instrument = (chosen === undefined ? undefined : byId.get(chosen)) ?? first;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      onGone={() => setChosen(undefined)}
      title={t('alerts.add')}
      closeLabel={t('common.close')}
    >
      {instrument === undefined ? null : (
        <AlertForm key={instrument.id} instrument={instrument} onInstrument={setChosen} onDone={onClose} />
      )}
    </Sheet>
  );
}

interface AlertFormProps {
  readonly instrument: ListedInstrument;
  readonly onInstrument: (id: number) => void;
  readonly onDone: () => void;
}

function AlertForm({ instrument, onInstrument, onDone }: AlertFormProps): ReactNode {
  const t = useText();
  const percent = usePercent();
  const { list } = useInstruments();
  const [side, setSide] = useState<Side>('bid');
  const [typed, setTyped] = useState('');
  const [preset, setPreset] = useState<bigint>();
  // The key depends on the whole alert: a different side or direction makes a new one.
  const stableKey = useStableKey();
  const set = useSetAlert();
  const quote = useQuote(instrument.id);
  const terms = { pricePrecision: instrument.pricePrecision };
  const now = quote === undefined ? undefined : parsePrice(quote[side], terms);
  const draft = readAlertDraft(typed, now, terms);
  const change = (text: string, share?: bigint): void => {
    setTyped(text);
    setPreset(share);
  };
  const submit = (): void => {
    if (!draft.ok) return;
    const wanted = { instrument: instrument.id, side, direction: draft.direction, price: draft.text };
    set.mutate(
      { ...wanted, key: stableKey(wanted) },
      {
        onSuccess: () => {
          showToast(t('alerts.wasSet'), 'done');
          onDone();
        },
      },
    );
  };
  return (
    <div className="flex flex-col gap-4 p-4">
      <SelectField
        label={t('alerts.instrument')}
        value={instrument.id}
        onValue={onInstrument}
        options={list.map(({ id, showCode, name }) => ({ value: id, label: `${showCode} · ${name}` }))}
      />
      <SideField side={side} onSide={setSide} quote={quote} />
      <div>
        <PriceField typed={typed} onTyped={change} now={now} terms={terms} draft={draft} side={side} />
        <fieldset aria-label={t('alerts.presets')} className="mt-1 grid min-w-0 grid-cols-3 gap-x-2" dir="ltr">
          {PRESETS.map((share) => {
            const price = now === undefined ? typed : presetPrice(now, share, terms);
            return (
              <Chip key={String(share)} narrow pressed={preset === share} onPress={() => change(price, share)}>
                <span className="figure">{percent.ofFigure(shareText(share))}</span>
              </Chip>
            );
          })}
        </fieldset>
      </div>
      <Button wide busy={set.isPending} disabled={!draft.ok} onClick={submit}>
        {t('alerts.set')}
      </Button>
    </div>
  );
}

interface SideFieldProps {
  readonly side: Side;
  readonly onSide: (side: Side) => void;
  readonly quote: ReturnType<typeof useQuote>;
}

function SideField({ side, onSide, quote }: SideFieldProps): ReactNode {
  const t = useText();
  return (
    <div>
      <Segmented
        label={t('alerts.side')}
        value={side}
        onChange={onSide}
        options={(['bid', 'ask'] as const).map((value) => ({
          value,
          label: (
            <span className="flex flex-col items-center">
              <span>{t(`alerts.${value}`)}</span>
              <span className="text-12">
                <Price value={quote?.[value]} stale={quote?.freshness !== 'current'} />
              </span>
            </span>
          ),
        }))}
      />
      <p className="mt-1 text-12 text-quiet">{t(`alerts.sideNote.${side}`)}</p>
    </div>
  );
}

/** Formats hundredths of a per cent as a signed percentage: −50 gives "−0.5". */
function shareText(hundredths: bigint): string {
  return withSign(writeFigure(String(Number(hundredths) / 100)));
}

interface PriceFieldProps {
  readonly typed: string;
  readonly onTyped: (text: string) => void;
  readonly now: ReturnType<typeof parsePrice>;
  readonly terms: { readonly pricePrecision: number };
  readonly draft: AlertDraft;
  readonly side: Side;
}

function PriceField({ typed, onTyped, now, terms, draft, side }: PriceFieldProps): ReactNode {
  const t = useText();
  const label = t('alerts.price');
  const step = (direction: 'less' | 'more'): string | undefined =>
    now === undefined ? undefined : stepPrice(typed, direction, now, terms);
  const take = (direction: 'less' | 'more') => () => onTyped(step(direction) ?? typed);
  return (
    <Stepper
      label={label}
      value={typed}
      onValue={onTyped}
      onMinus={take('less')}
      onPlus={take('more')}
      minusDisabled={step('less') === undefined}
      plusDisabled={step('more') === undefined}
      minusLabel={t('trade.ticket.lower', { field: label })}
      plusLabel={t('trade.ticket.higher', { field: label })}
      error={useProblem(draft, terms.pricePrecision)}
      hint={
        draft.ok ? (
          <span className="text-14 text-ink">
            {t(`alerts.will.${side}.${draft.direction}`, { price: isolate(draft.text) })}{' '}
            <span className="block text-12 text-quiet">
              {t('orders.distance', { pips: isolate(pipsText(draft.points, terms.pricePrecision)) })}
            </span>
          </span>
        ) : (
          t('alerts.priceHint')
        )
      }
    />
  );
}

function useProblem(draft: AlertDraft, precision: number): string | undefined {
  const t = useText();
  if (draft.ok || draft.why === 'empty') return undefined;
  if (draft.why === 'met') return t('alerts.met');
  if (draft.why === 'no_price') return t('trade.problem.market_data_missing');
  return draft.why === 'price_off_grid'
    ? t('trade.problem.price_off_grid', { value: precision })
    : t('trade.problem.price_invalid');
}
