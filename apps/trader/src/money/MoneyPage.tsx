import { useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { RealOnly } from '../shared/RealOnly.tsx';
import { Screen } from '../shared/Screen.tsx';

export interface MoneyPageProps {
  readonly title: string;
  readonly actions?: ReactNode;
  /** Gets the scroller, for lists that go on at its end. */
  readonly children: (scroller: RefObject<HTMLDivElement | null>) => ReactNode;
}

/** A screen about money: for real accounts alone, with one scroller for form and records. */
export function MoneyPage({ title, actions, children }: MoneyPageProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <RealOnly title={title}>
      <Screen title={title} back actions={actions}>
        <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain">
          <div className="mx-auto flex w-full max-w-140 flex-col gap-4 p-4 safe-bottom">{children(scroller)}</div>
        </div>
      </Screen>
    </RealOnly>
  );
}
