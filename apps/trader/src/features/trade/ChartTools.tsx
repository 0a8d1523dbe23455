import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import type { ChartLook } from '../../chart/look.ts';
import type { PriceScale } from '../../chart/price-scale.ts';
import { useText } from '../../shared/language/language.ts';
import { useWide } from '@fairlot/web';
import { ToolButton } from './ToolButton.tsx';
import type { DrawingBoard } from './use-drawings.ts';
import type { MarkBoard } from './use-trade-marks.ts';
import type { FullScreen } from './use-full-screen.ts';

const DrawSheet = lazy(async () => ({ default: (await import('./DrawSheet.tsx')).DrawSheet }));
const LookSheet = lazy(async () => ({ default: (await import('./LookSheet.tsx')).LookSheet }));

export interface ChartToolsProps {
  readonly look: ChartLook;
  readonly onLook: (look: ChartLook) => void;
  readonly scale: PriceScale;
  readonly onScale: (scale: PriceScale) => void;
  readonly board: DrawingBoard;
  readonly trades: MarkBoard;
  readonly fullScreen: FullScreen;
  /** Tools of the screen, after those for indicators and drawings. */
  readonly children?: ReactNode;
}

/** Chart tools next to the periods. Their sheets are loaded at first use. */
export function ChartTools({
  look,
  onLook,
  scale,
  onScale,
  board,
  trades,
  fullScreen,
  children,
}: ChartToolsProps): ReactNode {
  const t = useText();
  const wide = useWide();
  const { toolbar } = board.settings;
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
        opens={!wide}
        expanded={wide ? toolbar : undefined}
        active={(wide && toolbar) || board.pen !== undefined || board.drawings.length > 0}
        onPress={() => (wide ? board.setSettings({ toolbar: !toolbar }) : setDrawing(true))}
      />
      {children}
      <ToolButton
        icon={fullScreen.on ? 'leave' : 'enter'}
        label={t(fullScreen.on ? 'chart.full.leave' : 'chart.full.enter')}
        onPress={fullScreen.on ? fullScreen.leave : fullScreen.enter}
      />
      <Suspense>
        {styling === undefined ? null : (
          <LookSheet
            open={styling}
            look={look}
            onLook={onLook}
            scale={scale}
            onScale={onScale}
            trades={trades}
            onClose={() => setStyling(false)}
          />
        )}
        {drawing === undefined ? null : <DrawSheet open={drawing} board={board} onClose={() => setDrawing(false)} />}
      </Suspense>
    </div>
  );
}

/** State of a lazily loaded sheet; undefined before its first use, so that its code is not loaded. */
function useOpened(): readonly [boolean | undefined, (open: boolean) => void] {
  const [open, setOpen] = useState<boolean>();
  return [open, setOpen];
}
