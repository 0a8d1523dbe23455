import { pipsText } from '@fairlot/client';
import { parsePrice, withSign, writeFigure } from '@fairlot/domain';
import { isolate } from '@fairlot/i18n';
import { Button, Chip, Price, Segmented, Sheet, Stepper } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useStableKey } from '../../accounts/stable-key.ts';
import { SelectField } from '../../money/SelectField.tsx';
import { stepPrice } from '../../ordering/steps.ts';
import { usePercent } from '../../shared/figures.ts';
import { useInstruments, useQuote } from '../../shared/market.ts';
import type { Instrument } from '../../shared/market.ts';
import { useText } from '../../shared/text.ts';
import { useToast } from '../../shared/toast.ts';
import { useSetAlert } from './alerts-query.ts';
import { PRESETS, presetPrice, readWish } from './wish.ts';
import type { Wish } from './wish.ts';

type Side = 'bid' | 'ask';

export interface AlertSheetProps {
  readonly open: boolean;
  /** The instrument that the form begins with. */
  readonly first: Instrument | undefined;
  readonly onClose: () => void;
}

/** The form for a new alert. */
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
        <AlertForm key={instrument.Id} instrument={instrument} onInstrument={setChosen} onDone={onClose} />
      )}
    </Sheet>
  );
}

interface AlertFormProps {
  readonly instrument: Instrument;
  readonly onInstrument: (id: number) => void;
  readonly onDone: () => void;
}

function AlertForm({ instrument, onInstrument, onDone }: AlertFormProps): ReactNode {
  const t = useText();
  const toast = useToast();
  const percent = usePercent();
  const { list } = useInstruments();
  const [side, setSide] = useState<Side>('bid');
  const [typed, setTyped] = useState('');
  const [preset, setPreset] = useState<bigint>();
  // Another side, or a market that has crossed the price meanwhile, is another wish.
  const stableKey = useStableKey();
  const set = useSetAlert();
  const quote = useQuote(instrument.Id);
  const terms = { pricePrecision: instrument.PricePrecision };
  const now = quote === undefined ? undefined : parsePrice(quote[side]);
  const wish = readWish(typed, now, terms);
  const change = (text: string, share?: bigint): void => {
    setTyped(text);
    setPreset(share);
  };
  const submit = (): void => {
    if (!wish.ok) return;
    const wanted = { forex_id: instrument.Id, side, direction: wish.direction, price: wish.text };
    set.mutate(
      { ...wanted, key: stableKey(wanted) },
      {
        onSuccess: () => {
          toast(t('alerts.wasSet'), 'done');
          onDone();
        },
      },
    );
  };
  return (
    <div className="flex flex-col gap-4 p-4">
      <SelectField
        label={t('alerts.instrument')}
        value={instrument.Id}
        onValue={onInstrument}
        options={list.map(({ Id, ShowCode, Name }) => ({ value: Id, label: `${ShowCode} · ${Name}` }))}
      />
      <div>
        <Segmented
          label={t('alerts.side')}
          value={side}
          onChange={setSide}
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
      <div>
        <PriceField typed={typed} onTyped={change} now={now} terms={terms} wish={wish} side={side} />
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
      <Button wide busy={set.isPending} disabled={!wish.ok} onClick={submit}>
        {t('alerts.set')}
      </Button>
    </div>
  );
}

/** −50 as "−0.5". */
function shareText(hundredths: bigint): string {
  return withSign(writeFigure(String(Number(hundredths) / 100)));
}

interface PriceFieldProps {
  readonly typed: string;
  readonly onTyped: (text: string) => void;
  readonly now: ReturnType<typeof parsePrice>;
  readonly terms: { readonly pricePrecision: number };
  readonly wish: Wish;
  readonly side: Side;
}

function PriceField({ typed, onTyped, now, terms, wish, side }: PriceFieldProps): ReactNode {
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
      error={useProblem(wish, terms.pricePrecision)}
      hint={
        wish.ok ? (
          <span className="text-14 text-ink">
            {t(`alerts.will.${side}.${wish.direction}`, { price: isolate(wish.text) })}{' '}
            <span className="block text-12 text-quiet">
              {t('orders.distance', { pips: isolate(pipsText(wish.points, terms.pricePrecision)) })}
            </span>
          </span>
        ) : (
          t('alerts.priceHint')
        )
      }
    />
  );
}

function useProblem(wish: Wish, precision: number): string | undefined {
  const t = useText();
  if (wish.ok || wish.why === 'empty') return undefined;
  if (wish.why === 'met') return t('alerts.met');
  if (wish.why === 'no_price') return t('trade.problem.market_data_missing');
  return wish.why === 'price_off_grid'
    ? t('trade.problem.price_off_grid', { value: precision })
    : t('trade.problem.price_invalid');
}
