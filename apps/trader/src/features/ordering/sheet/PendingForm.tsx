import type { Intent, LevelChange, ListedInstrument, Order, OrderChange } from '@fairlot/client';
import { asPrice, formatPrice, parsePrice } from '@fairlot/domain';
import { Switch } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { intents } from '../intents/intents.ts';
import { amendedKind, expiryDraft, expiryOf, expiryProblem } from '../form/conditions.ts';
import type { ExpiryDraft } from '../form/conditions.ts';
import { ExpiryField } from '../form/ExpiryField.tsx';
import { useHeldKind } from '../form/held-kind.ts';
import { judgeAmendment } from '../form/judge-amendment.ts';
import { judgeStops } from '../form/judge-stops.ts';
import { figure, levelChange } from '../form/levels.ts';
import { useOrderMarket } from '../form/order-market.ts';
import { OrderFigures } from '../form/OrderFigures.tsx';
import { TargetField } from '../form/TargetField.tsx';
import { TrailingField } from '../form/TrailingField.tsx';
import { useOrderAction } from '../intents/use-order-action.ts';
import { marketTime } from '../form/market-time.ts';
import { useText } from '../../../shared/language/language.ts';
import { FormActions } from './FormActions.tsx';
import { LevelFields } from './LevelFields.tsx';
import { useTrailingDraft } from './use-trailing-draft.ts';
import { usePendingLevels } from './use-pending-levels.ts';
import type { PendingLevels } from './use-pending-levels.ts';

export interface PendingFormProps {
  readonly order: Order;
  readonly instrument: ListedInstrument;
  readonly onDone: () => void;
}

/**
 * Edits the price and levels of a pending order, with the ticket's checks. One command changes them all. While the
 * market is closed, levels can be changed but not the price. The trailing distance changes with the levels only, because
 * the command that moves an order or sets its expiry can't state it. Unedited fields follow the order, so that saving does
 * not undo another device's change.
 */
export function PendingForm({ order, instrument, onDone }: PendingFormProps): ReactNode {
  const market = useOrderMarket(instrument);
  const action = useOrderAction();
  const [typed, setTyped] = useState<string>();
  const [expiry, setExpiry] = useState<ExpiryDraft>();
  const target = typed ?? (order.target === undefined ? '' : formatPrice(order.target, instrument));
  const { quote, instrument: terms } = market.preview;
  const wanted = parsePrice(figure(target), terms);
  const moved = wanted !== order.target;
  const { levels, changed, along, onAlong, edit } = usePendingLevels(order, wanted);
  const kind = useHeldKind(order.side, target, quote, order.instrument);
  const at = judgeAmendment(order, { target, kind }, levels, market.preview);
  const stops = judgeStops({ ...order, target: wanted }, levels, market.preview, changed);
  const canTrail = !moved && expiry === undefined;
  const trailing = useTrailingDraft(order, canTrail);
  const spread = quote === undefined ? asPrice(0n) : asPrice(quote.ask - quote.bid);
  const priceProblem = moved ? at.problem : stops.problem;
  const problem = priceProblem ?? (expiry && expiryProblem(expiry, marketTime())) ?? trailing.problem;
  const save = (): void => {
    const change = { ...levelChange(order.id, levels, changed), ...trailing.change };
    const move = moved ? { kind: amendedKind(order, kind), terms: market.terms, movesLevels: along } : undefined;
    action.start(send(change, figure(target), move, expiry), onDone);
  };
  return (
    <form noValidate className="px-4 pt-2 pb-4" onSubmit={(event) => event.preventDefault()}>
      <TargetField
        value={target}
        onValue={setTyped}
        side={at.side}
        market={market.preview}
        kind={kind}
        preview={at.preview}
        problem={problem}
      />
      <MoveAlong along={along} onAlong={onAlong} />
      <div className="mt-2">
        <LevelFields
          levels={levels}
          onLevel={edit}
          reference={at.reference}
          side={at.side}
          spread={spread}
          terms={terms}
          meanings={moved ? at.preview : stops.meanings}
          problem={problem}
          measure={stops.measure}
        />
      </div>
      {canTrail ? (
        <TrailingField
          draft={trailing.draft}
          onDraft={trailing.onDraft}
          scene={{ terms, reference: order.target, lots: order.lots, conversion: stops.measure.conversion }}
          spread={spread}
        />
      ) : null}
      <ExpiryField expiry={expiry ?? expiryDraft(order)} onExpiry={setExpiry} now={marketTime()} problem={problem} />
      <div className="mt-3">
        <OrderFigures preview={at.preview} />
      </div>
      <FormActions
        action={action}
        problem={problem}
        same={canTrail && changed.length === 0 && !trailing.isChanged}
        onBack={onDone}
        onSave={save}
      />
    </form>
  );
}

/** Lets the levels keep their distance from a new price. */
function MoveAlong({ along, onAlong }: Pick<PendingLevels, 'along' | 'onAlong'>): ReactNode {
  const t = useText();
  if (onAlong === undefined) return null;
  return <Switch checked={along} label={t('trade.ticket.condition.moveLevels')} onChange={onAlong} />;
}

/** Sends levels alone by a command of their own; it needs no open market. */
function send(
  change: LevelChange,
  target: string,
  move: Pick<OrderChange, 'kind' | 'terms' | 'movesLevels'> | undefined,
  expiry: ExpiryDraft | undefined,
): Intent {
  if (move === undefined && expiry === undefined) return intents.setStops(change);
  return intents.amendOrder({ ...change, ...move, target, ...(expiry && { expiry: expiryOf(expiry) ?? null }) });
}
