import { USER_TEXT_MAX } from '@fairlot/contract';
import { writtenDirection } from '@fairlot/i18n';
import { IconButton } from '@fairlot/ui';
import { useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useText } from '../../shared/language/language.ts';

/** From this many characters left, the count is shown. */
const TELL_FROM = 200;

/** A text field that grows with its text. Enter sends on devices with a keyboard; Shift+Enter starts a new line. */
export function Composer({
  onSend,
  disabled,
}: {
  readonly onSend: (text: string) => void;
  readonly disabled: boolean;
}): ReactNode {
  const t = useText();
  const [text, setText] = useState('');
  const ready = !disabled && text.trim() !== '';
  const send = (): void => {
    if (!ready) return;
    onSend(text.trim());
    setText('');
  };
  const onKey = (event: KeyboardEvent): void => {
    // On touch devices Enter makes a new line. During composition (Chinese, Japanese) Enter only ends the composition.
    if (
      event.key !== 'Enter' ||
      event.shiftKey ||
      event.nativeEvent.isComposing ||
      matchMedia('(pointer: coarse)').matches
    )
      return;
    event.preventDefault();
    send();
  };
  const left = USER_TEXT_MAX - text.length;
  return (
    <form
      className="safe-bottom shrink-0 border-t border-line bg-surface"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="gutter mx-auto flex w-full max-w-180 items-end gap-1 py-2">
        <textarea
          aria-label={t('chat.message')}
          placeholder={t('chat.message')}
          rows={1}
          maxLength={USER_TEXT_MAX}
          value={text}
          dir={writtenDirection(text)}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
          className="field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none rounded-control border border-line-strong bg-canvas px-3 py-2.5 text-16 text-ink placeholder:text-faint focus:border-brand focus:outline-1 focus:outline-brand"
        />
        <IconButton icon="send" label={t('chat.send')} type="submit" disabled={!ready} />
      </div>
      {left > TELL_FROM ? null : (
        <p className="gutter pb-2 text-end text-12 text-quiet">{t('chat.remaining', { count: left })}</p>
      )}
    </form>
  );
}
