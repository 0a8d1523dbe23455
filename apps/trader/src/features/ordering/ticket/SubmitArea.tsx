import { formatLotsText } from '@fairlot/client';
import { formatPrice, parsePrice } from '@fairlot/domain';
import { Button, Icon } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { figure } from '../form/levels.ts';
import { pendingNameKey } from '../../../shared/orders/order-words.ts';
import { useProblemText } from '../form/problem-text.ts';
import { usePreferences } from '../../../shared/device/preferences.ts';
import { useText } from '../../../shared/language/language.ts';
import type { Text } from '../../../shared/language/language.ts';
import { confirm } from '../../../shared/messages/confirm.ts';
import { ChangedTerms } from './ChangedTerms.tsx';
import type { Ticket } from './use-ticket.ts';

/** End of the ticket: sending state and submit button. A blocked button shows the problem instead of its label. */
export function SubmitArea({ ticket }: { readonly ticket: Ticket }): ReactNode {
  const t = useText();
  const words = useProblemText();
  const { state, problem, signedIn } = ticket;
  const asks = usePreferences(({ confirmOrders }) => confirmOrders);
  if (!signedIn) {
    return (
      <Link
        to="/login?from=/trade"
        className="touch flex w-full items-center justify-center rounded-control bg-brand-fill px-4 py-2 text-center text-16 font-semibold text-on-fill pointed:bg-brand-press"
      >
        {t('trade.ticket.signIn')}
      </Link>
    );
  }
  if (state?.phase === 'unknown') return <UnknownOutcome ticket={ticket} asking={state.asking} />;
  const sending = state?.phase === 'sending';
  // The order that the trader confirms is the one of the tap; its worst price bounds what has moved since.
  const send = (): void => void (asks ? askToSend(t, submitText(t, ticket), ticket.submit) : ticket.submit());
  return (
    <div className="space-y-2">
      {state?.phase === 'refused' ? (
        <Note tone="critical" title={t('trade.ticket.refused')} words={state.error.msg}>
          {state.error.reason === 'terms_changed' ? (
            <ChangedTerms shown={ticket.shown} now={state.error.detail} />
          ) : null}
        </Note>
      ) : null}
      <Button kind={ticket.draft.side} wide busy={sending} blocked={problem !== undefined} onClick={send}>
        {sending ? (
          t('trade.ticket.sending')
        ) : problem === undefined ? (
          <SubmitWords ticket={ticket} />
        ) : (
          <span className="text-14 leading-5">{words(problem)}</span>
        )}
      </Button>
    </div>
  );
}

function SubmitWords({ ticket }: { readonly ticket: Ticket }): ReactNode {
  const t = useText();
  return <span className="tabular-nums">{submitText(t, ticket)}</span>;
}

async function askToSend(t: Text, order: string, send: () => void): Promise<void> {
  if (await confirm({ title: t('trade.confirm.title'), text: order, confirmLabel: t('trade.confirm.send') })) send();
}

function submitText(t: Text, ticket: Ticket): string {
  const { draft, kind, preview, instrument } = ticket;
  // A pending order is named as it is sent, even if it fills at once at a better price.
  const price = draft.mode === 'market' ? preview.price : parsePrice(figure(draft.target), instrument);
  const values = {
    name: t(
      draft.mode === 'market'
        ? `trade.side.${draft.side}`
        : pendingNameKey(draft.side, kind, draft.conditions?.limit !== undefined),
    ),
    lots: formatLotsText(figure(draft.lots)),
    price: price === undefined ? '–' : formatPrice(price, instrument),
  };
  return t('trade.ticket.submitWords', values);
}

/** The outcome of the order is unknown. Nothing else can be sent until it is known or dismissed. */
function UnknownOutcome({ ticket, asking }: { readonly ticket: Ticket; readonly asking: boolean }): ReactNode {
  const t = useText();
  if (asking)
    return (
      <div className="space-y-2">
        <Note tone="notice" words={t('trade.ticket.unknown')} />
        <Button wide busy>
          {t('trade.ticket.sending')}
        </Button>
      </div>
    );
  return (
    <div className="space-y-2">
      <Note tone="notice" words={t('trade.ticket.unknownStill')} />
      <div className="flex flex-wrap gap-2 *:flex-1">
        <Button kind="secondary" onClick={ticket.putAside}>
          {t('trade.ticket.putAside')}
        </Button>
        <Button onClick={ticket.askAgain}>{t('trade.ticket.askAgain')}</Button>
      </div>
    </div>
  );
}

const TONES = { critical: 'bg-critical-soft text-critical', notice: 'bg-notice-soft text-notice' } as const;

function Note({
  tone,
  title,
  words,
  children,
}: {
  readonly tone: keyof typeof TONES;
  readonly title?: string;
  readonly words: string;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <output className={`flex items-start gap-2 rounded-control px-3 py-2 text-14 ${TONES[tone]}`}>
      <Icon name="warning" size={20} />
      <span className="min-w-0">
        {title === undefined ? null : <span className="block font-semibold">{title}</span>}
        {words}
        {children}
      </span>
    </output>
  );
}
