import { isolate, isolateWords } from '@fairlot/i18n';
import { Button, IconButton, Sheet } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { DRAWING_TOOLS, MOST_DRAWINGS } from '../../../chart/drawings.ts';
import type { Drawing } from '../../../chart/drawings.ts';
import { confirm } from '../../../shared/confirm.ts';
import { useText } from '../../../shared/text.ts';
import { useTimes } from '../../../shared/times.ts';
import { ToolIcon } from './ToolButton.tsx';
import type { DrawingBoard } from './use-drawings.ts';

export interface DrawSheetProps {
  readonly open: boolean;
  readonly board: DrawingBoard;
  /** The instrument's code as it is shown. */
  readonly code: string;
  readonly onClose: () => void;
}

/** The tools for a new drawing, and the drawings that are there, each to be found and deleted without aiming at it. */
export function DrawSheet({ open, board, code, onClose }: DrawSheetProps): ReactNode {
  const text = useText();
  const { drawings, full } = board;
  return (
    <Sheet open={open} onClose={onClose} title={text('chart.draw.title')} closeLabel={text('common.close')}>
      <div className="space-y-4 px-4 pt-3 pb-4">
        <section>
          <h3 className="mb-1 text-12 text-quiet">{text('chart.draw.tools')}</h3>
          {full ? <p className="py-2 text-14 text-notice">{text('chart.draw.full', { most: MOST_DRAWINGS })}</p> : null}
          <ul className="grid grid-cols-2 gap-2">
            {DRAWING_TOOLS.map((tool) => (
              <li key={tool}>
                <button
                  type="button"
                  disabled={full}
                  className="flex min-h-12 w-full items-center gap-3 rounded-control border border-line px-3 text-start text-14 transition pointed:bg-sunken disabled:text-faint"
                  onClick={() => {
                    board.setTool(tool);
                    onClose();
                  }}
                >
                  <span dir="ltr" className="text-brand">
                    <ToolIcon name={tool} />
                  </span>
                  <span className="min-w-0">{text(`chart.draw.names.${tool}`)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h3 className="text-12 text-quiet">{text('chart.draw.list')}</h3>
          {drawings.length === 0 ? (
            <p className="py-2 text-14 text-quiet">{text('chart.draw.none')}</p>
          ) : (
            <Kept board={board} code={code} onClose={onClose} />
          )}
        </section>
      </div>
    </Sheet>
  );
}

function Kept({ board, code, onClose }: Pick<DrawSheetProps, 'board' | 'code' | 'onClose'>): ReactNode {
  const text = useText();
  const times = useTimes();
  const { drawings } = board;
  const removeAll = async (): Promise<void> => {
    const sure = await confirm({
      title: text('chart.draw.deleteAllTitle'),
      text: text('chart.draw.deleteAllText', { count: drawings.length, code: isolate(code) }),
      confirmLabel: text('chart.draw.deleteAllYes'),
      critical: true,
    });
    if (sure) board.removeAll();
  };
  const timeOf = ({ points }: Drawing): string => times.short(points[0]?.time ?? 0);
  return (
    <>
      <ul className="divide-y divide-line">
        {drawings.map((drawing) => {
          const name = text(`chart.draw.names.${drawing.tool}`);
          return (
            <li key={drawing.id} className="flex items-center gap-2">
              <button
                type="button"
                className="flex min-h-11 min-w-0 flex-1 items-center gap-3 text-start text-14"
                onClick={() => {
                  board.pick(drawing.id);
                  onClose();
                }}
              >
                <span dir="ltr" className="text-quiet">
                  <ToolIcon name={drawing.tool} />
                </span>
                <span className="min-w-0 flex-1 truncate">{name}</span>
                <span className="shrink-0 text-12 text-quiet tabular-nums">{timeOf(drawing)}</span>
              </button>
              <IconButton
                icon="close"
                quiet
                label={text('chart.draw.deleteNamed', { name, time: isolateWords(timeOf(drawing)) })}
                onClick={() => board.remove(drawing.id)}
              />
            </li>
          );
        })}
      </ul>
      <Button kind="critical" wide onClick={() => void removeAll()}>
        {text('chart.draw.deleteAll')}
      </Button>
    </>
  );
}
