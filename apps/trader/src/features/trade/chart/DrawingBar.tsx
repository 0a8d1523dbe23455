import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@fairlot/ui';
import { pointsOf } from '../../../chart/drawings.ts';
import { useText } from '../../../shared/text.ts';
import { ToolButton } from './ToolButton.tsx';
import type { DrawingBoard } from './use-drawings.ts';

/** What can be done to the drawing that is being made, or to the picked one; over the foot of the chart. */
export function DrawingBar({ board }: { readonly board: DrawingBoard }): ReactNode {
  const text = useText();
  const { picked, tool } = board;
  useKeys(board);
  if (tool !== undefined) {
    const name = text(`chart.draw.names.${tool}`);
    const key = pointsOf(tool) === 1 ? 'placeOnly' : board.begun ? 'placeSecond' : 'placeFirst';
    return (
      <Bar words={text(`chart.draw.${key}`, { name })}>
        <Button kind="plain" onClick={() => board.setTool(undefined)}>
          {text('chart.draw.cancel')}
        </Button>
      </Bar>
    );
  }
  if (picked === undefined) return null;
  return (
    <Bar words={text('chart.draw.picked', { name: text(`chart.draw.names.${picked.tool}`) })}>
      <ToolButton icon="trash" label={text('chart.draw.delete')} onPress={() => board.remove(picked.id)} />
      <Button kind="plain" onClick={() => board.pick(undefined)}>
        {text('chart.draw.done')}
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

/** Delete takes the picked drawing away; Escape lets go of it, or ends drawing. */
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
