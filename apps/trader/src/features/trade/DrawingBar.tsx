import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fairlot/ui';
import { pointsOf } from '../../chart/drawings.ts';
import { useText } from '../../shared/language/language.ts';
import { ToolButton } from './ToolButton.tsx';
import type { DrawingBoard } from './use-drawings.ts';

/** Actions on the drawing in progress or the selected one, at the bottom of the chart. */
export function DrawingBar({ board }: { readonly board: DrawingBoard }): ReactNode {
  const t = useText();
  const { picked, tool } = board;
  useKeys(board);
  if (tool !== undefined) {
    const name = t(`chart.draw.names.${tool}`);
    const key = pointsOf(tool) === 1 ? 'placeOnly' : board.begun ? 'placeSecond' : 'placeFirst';
    return (
      <Bar words={t(`chart.draw.${key}`, { name })}>
        <Button kind="plain" onClick={() => board.setTool(undefined)}>
          {t('chart.draw.cancel')}
        </Button>
      </Bar>
    );
  }
  if (picked === undefined) return null;
  return (
    <Bar words={t('chart.draw.picked', { name: t(`chart.draw.names.${picked.tool}`) })}>
      <ToolButton icon="trash" label={t('chart.draw.delete')} onPress={() => board.remove(picked.id)} />
      <Button kind="plain" onClick={() => board.pick(undefined)}>
        {t('chart.draw.done')}
      </Button>
    </Bar>
  );
}

function Bar({ words, children }: { readonly words: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="absolute inset-x-2 bottom-7 flex items-center rounded-control border border-line bg-raised ps-3 shadow-sheet">
      <output className="min-w-0 flex-1 py-1 text-12 text-quiet">{words}</output>
      {children}
    </div>
  );
}

/** Delete removes the selected drawing; Escape clears the selection or ends drawing. */
function useKeys({ picked, tool, pick, remove, setTool }: DrawingBoard): void {
  useEffect(() => {
    if (picked === undefined && tool === undefined) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.defaultPrevented ||
        (event.target instanceof Element && event.target.closest('input, textarea, [role="dialog"]') !== null)
      )
        return;
      if (event.key === 'Escape') {
        event.preventDefault();
        setTool(undefined);
        pick(undefined);
      } else if (picked !== undefined && (event.key === 'Delete' || event.key === 'Backspace')) remove(picked.id);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
