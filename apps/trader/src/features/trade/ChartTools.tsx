import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import type { ChartLook } from '../../chart/look.ts';
import { useText } from '../../shared/language/language.ts';
import { ToolButton } from './ToolButton.tsx';
import type { DrawingBoard } from './use-drawings.ts';
import type { FullScreen } from './use-full-screen.ts';

const DrawSheet = lazy(async () => ({ default: (await import('./DrawSheet.tsx')).DrawSheet }));
const LookSheet = lazy(async () => ({ default: (await import('./LookSheet.tsx')).LookSheet }));

export interface ChartToolsProps {
  readonly look: ChartLook;
  readonly onLook: (look: ChartLook) => void;
  readonly board: DrawingBoard;
  /** The instrument's displayed code. */
  readonly code: string;
  readonly fullScreen: FullScreen;
}

/** Chart tools next to the periods. Their sheets are loaded at first use. */
export function ChartTools({ look, onLook, board, code, fullScreen }: ChartToolsProps): ReactNode {
  const t = useText();
  const [styling, setStyling] = useOpened();
  const [drawing, setDrawing] = useOpened();
  return (
    <div className="flex shrink-0">
      <ToolButton
        icon="look"
        label={t('chart.look.open')}
        opens
        active={look.indicators.length > 0}
        onPress={() => setStyling(true)}
      />
      <ToolButton
        icon="draw"
        label={t('chart.draw.open')}
        opens
        active={board.tool !== undefined || board.drawings.length > 0}
        onPress={() => setDrawing(true)}
      />
      <ToolButton
        icon={fullScreen.on ? 'leave' : 'enter'}
        label={t(fullScreen.on ? 'chart.full.leave' : 'chart.full.enter')}
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

/** State of a lazily loaded sheet; undefined before its first use, so that its code is not loaded. */
function useOpened(): readonly [boolean | undefined, (open: boolean) => void] {
  const [open, setOpen] = useState<boolean>();
  return [open, setOpen];
}
