import { Segmented } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { AnnouncedSwap } from '../AnnouncedSwap.tsx';
import { LevelField } from '../form/LevelField.tsx';
import { LEVEL_NAMES } from '../form/levels.ts';
import { OrderFigures } from '../form/OrderFigures.tsx';
import { TargetField } from '../form/TargetField.tsx';
import { useText } from '../../../shared/language/language.ts';
import { usePreloadedDone } from './DonePopup.tsx';
import { Conditions } from './Conditions.tsx';
import { Costs } from './Costs.tsx';
import { LeverageField } from './LeverageField.tsx';
import { PriceButtons } from './PriceButtons.tsx';
import { SizeField } from './SizeField.tsx';
import { SubmitArea } from './SubmitArea.tsx';
import { TicketGuarantee } from './TicketGuarantee.tsx';
import { TicketTrailing } from './TicketTrailing.tsx';
import type { Ticket } from './use-ticket.ts';

export interface TicketFormProps {
  readonly ticket: Ticket;
  /** Shown next to the order type, such as the button that closes the ticket. */
  readonly corner?: ReactNode;
}

/** The whole ticket. The fields scroll when space is short; figures and submit button stay visible. */
export function TicketForm({ ticket, corner }: TicketFormProps): ReactNode {
  const t = useText();
  const { market, draft } = ticket;
  usePreloadedDone();
  const { preview } = market;
  return (
    <form
      aria-label={t('trade.ticket.title', { code: ticket.instrument.showCode })}
      noValidate
      className="flex min-h-0 flex-1 flex-col crowded:overflow-y-auto crowded:overscroll-contain"
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="flex shrink-0 items-center gap-1 ps-4 pe-4 pb-2 has-[>button]:pe-1">
        <Segmented
          label={t('trade.ticket.mode')}
          value={draft.mode}
          onChange={ticket.setMode}
          options={[
            { value: 'market', label: t('trade.ticket.market') },
            { value: 'pending', label: t('trade.ticket.pending') },
          ]}
        />
        {corner}
      </div>
      <div className="min-h-0 flex-1 space-y-2 overflow-y-auto overscroll-contain px-4 pb-3 crowded:flex-none crowded:overflow-visible">
        <PriceButtons
          quote={market.quote}
          exact={preview.quote}
          instrument={ticket.instrument}
          closed={preview.dealing === 'market_closed'}
          chosen={draft.side}
          onSide={ticket.setSide}
        />
        {draft.mode === 'pending' ? (
          <TargetField
            value={draft.target}
            onValue={(target) => ticket.change({ target })}
            side={draft.side}
            market={preview}
            kind={ticket.kind}
            preview={ticket.preview}
            problem={ticket.problem}
          />
        ) : null}
        <SizeField ticket={ticket} />
        <LeverageField ticket={ticket} />
        <Stops ticket={ticket} />
        <Conditions ticket={ticket} />
        <Terms ticket={ticket} />
      </div>
      <Foot ticket={ticket} />
    </form>
  );
}

/** Stop-loss and take-profit; other rules about the end of the position belong here too. */
function Stops({ ticket }: Pick<TicketFormProps, 'ticket'>): ReactNode {
  const { draft, market, linked } = ticket;
  // The second order has fields of its own.
  const problem = ticket.problem === linked?.problem ? undefined : ticket.problem;
  return (
    <div data-section="stops">
      {LEVEL_NAMES.map((name) => (
        <LevelField
          key={name}
          name={name}
          level={draft[name]}
          onLevel={(level) => ticket.change({ [name]: level })}
          reference={ticket.reference}
          spread={ticket.spread}
          side={draft.side}
          terms={market.preview.instrument}
          meaning={ticket.preview[name]}
          problem={problem}
          measure={ticket.measures[name]}
        />
      ))}
      <TicketGuarantee ticket={ticket} />
      <TicketTrailing ticket={ticket} />
    </div>
  );
}

/** The part of the ticket that never scrolls away: its figures and the submit button. */
function Foot({ ticket }: Pick<TicketFormProps, 'ticket'>): ReactNode {
  return (
    <div className="shrink-0 space-y-2 border-t border-line bg-surface px-4 pt-2 pb-3">
      <OrderFigures preview={ticket.linked?.both ?? ticket.preview} />
      <Costs ticket={ticket} />
      <SubmitArea ticket={ticket} />
    </div>
  );
}

/** An announced change of the swap, and the worst price of a market order. */
function Terms({ ticket }: Pick<TicketFormProps, 'ticket'>): ReactNode {
  return (
    <>
      <AnnouncedSwap instrument={ticket.instrument} className="border-t border-line pt-2" />
      {ticket.draft.mode === 'market' ? <WorstPrice price={ticket.worst} /> : null}
    </>
  );
}

/** The worst price that a market order accepts; beyond it the order is refused. */
function WorstPrice({ price }: { readonly price: string | undefined }): ReactNode {
  const t = useText();
  return (
    <div className="border-t border-line pt-2 text-12 text-quiet">
      <p className="flex justify-between gap-3">
        <span>{t('trade.ticket.worst')}</span>
        <span className="figure text-ink">{price ?? '–'}</span>
      </p>
      <p className="mt-0.5 text-faint">{t('trade.ticket.worstHint')}</p>
    </div>
  );
}
