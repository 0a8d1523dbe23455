import { IconButton } from '@fairlot/ui';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../shared/language/language.ts';

/** The open record with a close button. It takes the focus, and restores it on closing. */
export function Panel({
  onClose,
  children,
}: {
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Moves the focus into the record, so that Tab need not pass all rows of the list. Closing returns it to the row.
    const before = document.activeElement;
    box.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div ref={box} className="relative h-full overflow-y-auto bg-surface outline-none" tabIndex={-1}>
      <div className="sticky top-0 z-10 flex justify-end bg-surface px-1">
        <span>
          <IconButton icon="close" label={t('list.close')} quiet onClick={onClose} />
        </span>
      </div>
      {/* The heading is on the same line as the button, above the scrolling content. */}
      <div className="gutter -mt-9 pb-8 [&_h2]:relative [&_h2]:z-10">{children}</div>
    </div>
  );
}
