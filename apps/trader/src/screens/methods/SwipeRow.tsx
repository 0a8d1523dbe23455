import { Button } from '@fairlot/ui';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';

/** Width of the opened action, and the swipe distance that opens it, in px. */
const OPEN_PX = 104;
const TRIGGER_PX = 40;

export interface SwipeRowProps {
  readonly actionLabel: string;
  readonly onAction: () => void;
  readonly children: ReactNode;
}

/**
 * A row that opens an action when swiped towards its start side. The row itself must offer the same action visibly; it
 * may hide its own while open with `group-data-open/swipe:invisible`.
 */
export function SwipeRow({ actionLabel, onAction, children }: SwipeRowProps): ReactNode {
  const row = useRef<HTMLDivElement>(null);
  const from = useRef<{ readonly x: number; readonly y: number }>(undefined);
  const [open, setOpen] = useState(false);
  const end = (x: number, y: number): void => {
    const start = from.current;
    from.current = undefined;
    if (start === undefined || row.current === null) return;
    const towardsStart = getComputedStyle(row.current).direction === 'rtl' ? x - start.x : start.x - x;
    if (Math.abs(y - start.y) > Math.abs(x - start.x)) return;
    if (Math.abs(towardsStart) > TRIGGER_PX) setOpen(towardsStart > 0);
  };
  return (
    <div ref={row} data-open={open ? true : undefined} className="group/swipe relative overflow-hidden">
      <div className="absolute inset-y-0 end-0 grid place-items-center" style={{ width: OPEN_PX }}>
        {open ? (
          <Button kind="critical" onClick={onAction}>
            {actionLabel}
          </Button>
        ) : null}
      </div>
      <div
        className="relative touch-pan-y bg-surface transition-[inset] duration-200"
        style={{ insetInlineEnd: open ? OPEN_PX : 0 }}
        onPointerDown={({ clientX, clientY }) => {
          from.current = { x: clientX, y: clientY };
        }}
        onPointerUp={({ clientX, clientY }) => end(clientX, clientY)}
        onPointerCancel={() => {
          from.current = undefined;
        }}
      >
        {children}
      </div>
    </div>
  );
}
