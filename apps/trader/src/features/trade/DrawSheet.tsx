import { isolate, isolateWords } from '@fairlot/i18n';
import { Button, IconButton, Sheet } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { DRAWING_TOOLS, MOST_DRAWINGS } from '../../chart/drawings.ts';
import type { Drawing } from '../../chart/drawings.ts';
import { confirm } from '../../shared/messages/confirm.ts';
import { useText, useTimes } from '../../shared/language/language.ts';
import { ToolIcon } from './ToolButton.tsx';
import type { DrawingBoard } from './use-drawings.ts';

export interface DrawSheetProps {
  readonly open: boolean;
  readonly board: DrawingBoard;
  /** The instrument's displayed code. */
  readonly code: string;
  readonly onClose: () => void;
}

/**
 * Tools for a new drawing, and a list of existing drawings, where each can be selected or deleted without tapping it on
 * the chart.
 */
export function DrawSheet({ open, board, code, onClose }: DrawSheetProps): ReactNode {
  const t = useText();
  const { drawings, full } = board;
  return (
    <Sheet open={open} onClose={onClose} title={t('chart.draw.title')} closeLabel={t('common.close')}>
      <div className="space-y-4 px-4 pt-3 pb-4">
        <section>
          <h3 className="mb-1 text-12 text-quiet">{t('chart.draw.tools')}</h3>
          {full ? <p className="py-2 text-14 text-notice">{t('chart.draw.full', { most: MOST_DRAWINGS })}</p> : null}
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
                  <span className="min-w-0">{t(`chart.draw.names.${tool}`)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h3 className="text-12 text-quiet">{t('chart.draw.list')}</h3>
          {drawings.length === 0 ? (
            <p className="py-2 text-14 text-quiet">{t('chart.draw.none')}</p>
          ) : (
            <Kept board={board} code={code} onClose={onClose} />
          )}
        </section>
      </div>
    </Sheet>
  );
}

function Kept({ board, code, onClose }: Pick<DrawSheetProps, 'board' | 'code' | 'onClose'>): ReactNode {
  const t = useText();
  const times = useTimes();
  const { drawings } = board;
  const removeAll = async (): Promise<void> => {
    const sure = await confirm({
      title: t('chart.draw.deleteAllTitle'),
      text: t('chart.draw.deleteAllText', { count: drawings.length, code: isolate(code) }),
      confirmLabel: t('chart.draw.deleteAllYes'),
      critical: true,
    });
    if (sure) board.removeAll();
  };
  const timeOf = ({ points }: Drawing): string => times.short(points[0]?.time ?? 0);
  return (
    <>
      <ul className="divide-y divide-line">
        {drawings.map((drawing) => {
          const name = t(`chart.draw.names.${drawing.tool}`);
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
                <span className="min-w-0 flex-1 wrap-break-word">{name}</span>
                <span className="shrink-0 text-12 text-quiet tabular-nums">{timeOf(drawing)}</span>
              </button>
              <IconButton
                icon="close"
                quiet
                label={t('chart.draw.deleteNamed', { name, time: isolateWords(timeOf(drawing)) })}
                onClick={() => board.remove(drawing.id)}
              />
            </li>
          );
        })}
      </ul>
      <Button kind="critical" wide onClick={() => void removeAll()}>
        {t('chart.draw.deleteAll')}
      </Button>
    </>
  );
}
