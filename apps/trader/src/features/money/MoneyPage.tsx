import { cx } from '@fairlot/ui';
import { useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { RealOnly } from '../../shared/layout/RealOnly.tsx';
import { Screen } from '../../shared/layout/Screen.tsx';

export interface MoneyPageProps {
  readonly title: string;
  readonly actions?: ReactNode;
  /** The content has columns on wide windows. */
  readonly wide?: boolean;
  /** Receives the scroller for lists that load more at its end. */
  readonly children: (scroller: RefObject<HTMLDivElement | null>) => ReactNode;
}

/** A screen about money, for real accounts only, with one scroller for form and records. */
export function MoneyPage({ title, actions, wide = false, children }: MoneyPageProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <RealOnly title={title}>
      <Screen title={title} back actions={actions}>
        <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain">
          <div className={cx('mx-auto flex w-full max-w-140 flex-col gap-4 p-4 safe-bottom', wide && 'lg:max-w-260')}>
            {children(scroller)}
          </div>
        </div>
      </Screen>
    </RealOnly>
  );
}
