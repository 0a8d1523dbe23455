import { writtenDirection } from '@fairlot/i18n';
import { cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useText, useTimes } from '../../shared/language/language.ts';
import { FreeText } from '../../shared/language/FreeText.tsx';
import type { ChatMessage } from './conversation.ts';
import type { Outgoing } from './use-outgoing.ts';

const BUBBLE = 'max-w-[85%] rounded-surface px-3 py-2';
const OWN = 'self-end rounded-ee-none bg-brand-soft';

/** One message: the user's own at the end side, answers at the start side. */
export function MessageBubble({ message }: { readonly message: ChatMessage }): ReactNode {
  const t = useText();
  const times = useTimes();
  const own = message.from === 'user';
  return (
    <article className={cx(BUBBLE, own ? OWN : 'self-start rounded-es-none border border-line bg-surface')}>
      <h2 className={cx('text-12 font-semibold text-quiet', own && 'sr-only')}>
        {own ? t('chat.you') : t('chat.staff')}
      </h2>
      <p dir={writtenDirection(message.text)} className="text-16 whitespace-pre-wrap wrap-anywhere">
        <FreeText text={message.text} />
      </p>
      <p className="mt-0.5 text-end text-12 text-quiet">
        <time dateTime={message.createdAt}>
          <bdi>{times.short(message.createdAt)}</bdi>
        </time>
      </p>
    </article>
  );
}

/** A message that the server has not confirmed yet. */
export function OutgoingBubble({
  message,
  onAgain,
}: {
  readonly message: Outgoing;
  readonly onAgain: () => void;
}): ReactNode {
  const t = useText();
  return (
    <article className={cx(BUBBLE, OWN)}>
      <p dir={writtenDirection(message.text)} className="text-16 whitespace-pre-wrap wrap-anywhere">
        <FreeText text={message.text} />
      </p>
      {message.failed ? (
        <p className="flex flex-wrap items-center justify-end gap-x-2 text-12 text-critical">
          {t('chat.notSent')}
          <button type="button" onClick={onAgain} className="touch font-semibold underline">
            {t('common.retry')}
          </button>
        </p>
      ) : (
        <p className="mt-0.5 text-end text-12 text-quiet">{t('chat.sending')}</p>
      )}
    </article>
  );
}
