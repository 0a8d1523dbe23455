import { formatResultAmount } from '@fairlot/client';
import type { CloseChoice, Order } from '@fairlot/client';
import { isolate } from '@fairlot/i18n';
import { Button, Chip, Segmented, Sheet } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useAccount } from '../../../shared/account/live-account.ts';
import { useText } from '../../../shared/language/language.ts';
import { ordersOf } from '../lists/order-pages.ts';
import { useOrderPages } from '../lists/orders-query.ts';
import { SeveralResult } from './SeveralResult.tsx';
import { chosenIds, profitOf } from './held.ts';
import { useCloseSeveral } from './use-close-several.ts';

const SCOPES = ['all', 'winners', 'losers'] as const;
const EVERYTHING: CloseChoice = { scope: 'all' };

export interface CloseSeveralProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks which positions to close at once, closes them, and lists what closed and what did not. */
export function CloseSeveral({ open, onClose }: CloseSeveralProps): ReactNode {
  const t = useText();
  const [choice, setChoice] = useState<CloseChoice>(EVERYTHING);
  const action = useCloseSeveral();
  const account = useAccount();
  const orders = ordersOf(useOrderPages('holding').data);
  const ids = account === undefined ? [] : chosenIds(account, choice, orders);
  const gone = (): void => {
    action.reset();
    setChoice(EVERYTHING);
  };
  return (
    <Sheet
      open={open}
      title={t('orders.several.title')}
      closeLabel={t('common.close')}
      onClose={onClose}
      onGone={gone}
      footer={
        <div className="grid grid-cols-2 gap-2 border-t border-line px-4 py-3">
          {action.result === undefined ? (
            <>
              <Button kind="secondary" onClick={onClose}>
                {t('orders.keep')}
              </Button>
              <Button busy={action.busy} blocked={ids.length === 0} onClick={() => void action.send(choice, ids)}>
                {t('orders.several.confirm')}
              </Button>
            </>
          ) : (
            <span className="col-span-2 grid">
              <Button onClick={onClose}>{t('orders.several.done')}</Button>
            </span>
          )}
        </div>
      }
    >
      {action.result === undefined ? (
        <Choice
          choice={choice}
          onChoice={setChoice}
          orders={orders}
          problem={action.problem}
          question={
            ids.length === 0 || account === undefined
              ? t('orders.several.none')
              : t('orders.several.body', {
                  number: String(ids.length),
                  profit: isolate(formatResultAmount(profitOf(account, ids))),
                })
          }
        />
      ) : (
        <SeveralResult result={action.result} />
      )}
    </Sheet>
  );
}

interface ChoiceProps {
  readonly choice: CloseChoice;
  readonly onChoice: (choice: CloseChoice) => void;
  readonly orders: readonly Order[];
  readonly problem: string | undefined;
  /** The positions that would be closed now. */
  readonly question: string;
}

function Choice({ choice, onChoice, orders, problem, question }: ChoiceProps): ReactNode {
  const t = useText();
  return (
    <div className="space-y-3 px-4 py-3">
      <Segmented
        label={t('orders.several.which')}
        options={SCOPES.map((value) => ({ value, label: t(`orders.several.${value}`) }))}
        value={choice.scope}
        onChange={(scope) => onChoice({ ...choice, scope })}
      />
      <Instruments
        instruments={[...new Map(orders.map(({ instrument }) => [instrument.id, instrument.showCode]))]}
        chosen={choice.instrument}
        onChoose={(instrument) => onChoice({ scope: choice.scope, ...(instrument !== undefined && { instrument }) })}
      />
      {problem === undefined ? null : (
        <p role="alert" className="text-14 text-critical">
          {problem}
        </p>
      )}
      <p className="text-14 text-pretty tabular-nums">{question}</p>
    </div>
  );
}

interface InstrumentsProps {
  readonly instruments: readonly (readonly [id: number, code: string])[];
  /** undefined: all. */
  readonly chosen: number | undefined;
  readonly onChoose: (instrument: number | undefined) => void;
}

/** Narrows the choice to one instrument; a second tap widens it again. Absent with only one. */
function Instruments({ instruments, chosen, onChoose }: InstrumentsProps): ReactNode {
  if (instruments.length < 2) return null;
  return (
    <div className="flex flex-wrap gap-x-2">
      {instruments.map(([id, code]) => (
        <Chip key={id} pressed={id === chosen} onPress={() => onChoose(id === chosen ? undefined : id)}>
          <bdi>{code}</bdi>
        </Chip>
      ))}
    </div>
  );
}
