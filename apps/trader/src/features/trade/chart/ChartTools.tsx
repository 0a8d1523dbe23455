import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import type { ChartLook } from '../../../chart/look.ts';
import { useText } from '../../../shared/text.ts';
import { ToolButton } from './ToolButton.tsx';
import type { DrawingBoard } from './use-drawings.ts';
import type { FullScreen } from './use-full-screen.ts';

const DrawSheet = lazy(async () => ({ default: (await import('./DrawSheet.tsx')).DrawSheet }));
const LookSheet = lazy(async () => ({ default: (await import('./LookSheet.tsx')).LookSheet }));

export interface ChartToolsProps {
  readonly look: ChartLook;
  readonly onLook: (look: ChartLook) => void;
  readonly board: DrawingBoard;
  /** The instrument's code as it is shown. */
  readonly code: string;
  readonly fullScreen: FullScreen;
}

/** The tools beside the periods; what they open is loaded when it is first asked for. */
export function ChartTools({ look, onLook, board, code, fullScreen }: ChartToolsProps): ReactNode {
  const text = useText();
  const [styling, setStyling] = useOpened();
  const [drawing, setDrawing] = useOpened();
  return (
    <div className="flex shrink-0">
      <ToolButton
        icon="look"
        label={text('chart.look.open')}
        opens
        active={look.indicators.length > 0}
        onPress={() => setStyling(true)}
      />
      <ToolButton
        icon="draw"
        label={text('chart.draw.open')}
        opens
        active={board.tool !== undefined || board.drawings.length > 0}
        onPress={() => setDrawing(true)}
      />
      <ToolButton
        icon={fullScreen.on ? 'leave' : 'enter'}
        label={text(fullScreen.on ? 'chart.full.leave' : 'chart.full.enter')}
        onPress={fullScreen.on ? fullScreen.leave : fullScreen.enter}
      />
      <Suspense>
        {styling === undefined ? null : (
          <LookSheet open={styling} look={look} onLook={onLook} onClose={() => setStyling(false)} />
        )}
        {drawing === undefined ? null : (
          <DrawSheet open={drawing} board={board} code={code} onClose={() => setDrawing(false)} />
        )}
      </Suspense>
    </div>
  );
}

/** Whether a sheet is open; undefined before it ever was, so that its program need not be there. */
function useOpened(): readonly [boolean | undefined, (open: boolean) => void] {
  const [open, setOpen] = useState<boolean>();
  return [open, setOpen];
}
