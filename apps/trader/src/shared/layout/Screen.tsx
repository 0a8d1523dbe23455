import { BAR, IconButton, afterLayers, cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../language/language.ts';

export interface ScreenProps {
  readonly title: ReactNode;
  /** Shows a back button in the header; for screens that are not tabs. */
  readonly back?: boolean;
  /** Actions at the end of the header. */
  readonly actions?: ReactNode;
  /** The screen's body; it brings its own scroller (`ScreenBody`, `PullToRefresh` or a virtual list). */
  readonly children: ReactNode;
}

/** A screen with a fixed header and a body that scrolls on its own, so that a kept tab keeps its scroll position. */
export function Screen({ title, back = false, actions, children }: ScreenProps): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  // A page opened by a direct link has no history.
  const goBack = (): void => afterLayers(() => void (historyHasPrevious() ? navigate(-1) : navigate('/')));
  return (
    <div className="flex h-full min-h-0 flex-col bg-canvas">
      <header
        {...{ [BAR]: '' }}
        className="flex min-h-14 shrink-0 items-center gap-1 border-b border-line bg-surface ps-4 pe-2"
      >
        {back ? (
          <span className="-ms-3">
            <IconButton icon="back" label={t('common.back')} onClick={goBack} />
          </span>
        ) : null}
        <h1 className="min-w-0 flex-1 text-20 leading-6 font-semibold wrap-break-word crowded:text-16">{title}</h1>
        {actions}
      </header>
      {children}
    </div>
  );
}

function historyHasPrevious(): boolean {
  const state: unknown = history.state;
  return (
    typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' && state.idx > 0
  );
}

export interface ScreenBodyProps {
  /** The content has columns on wide windows. */
  readonly wide?: boolean;
  /** Name of a body that has only text: it takes the focus, so that a keyboard can scroll it. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** The scroll container of a screen without a virtual list. */
export function ScreenBody({ wide = false, label, children }: ScreenBodyProps): ReactNode {
  return (
    <div
      className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain -outline-offset-2"
      {...(label === undefined ? {} : { role: 'region', 'aria-label': label, tabIndex: 0 })}
    >
      <div className={cx('mx-auto w-full', wide ? 'max-w-180 lg:max-w-280' : 'max-w-180')}>{children}</div>
    </div>
  );
}
