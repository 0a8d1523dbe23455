import { copyText, showToast } from '@fairlot/web';
import type { ReactNode } from 'react';
import { useText } from '../language/language.ts';

/** Copies a text and shows a toast with the result. */
export function useCopy(): (text: string) => void {
  const t = useText();
  return (text) => {
    void copyText(text).then((done) => showToast(t(done ? 'list.copied' : 'list.notCopied'), done ? 'done' : 'error'));
  };
}

/** A text that is typed into another program, with a button that copies it. `label` names the text. */
export function Copied({
  label,
  text,
  children = text,
}: {
  readonly label: string;
  readonly text: string;
  /** Shown instead of the text. */
  readonly children?: ReactNode;
}): ReactNode {
  const t = useText();
  const copy = useCopy();
  return (
    <span className="inline-flex max-w-full flex-wrap items-baseline justify-end gap-x-2">
      <bdi className="figure break-all">{children}</bdi>
      <button
        type="button"
        onClick={() => copy(text)}
        aria-label={`${t('staff.copy')}: ${label}`}
        className="min-h-6 min-w-6 rounded-inner px-1 text-12 font-medium text-brand underline-offset-2 hover:underline"
      >
        {t('staff.copy')}
      </button>
    </span>
  );
}
