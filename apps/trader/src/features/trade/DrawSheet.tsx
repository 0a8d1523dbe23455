import { Sheet, Switch } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { DRAWING_TOOLS, MOST_DRAWINGS } from '../../chart/drawings.ts';
import { useText } from '../../shared/language/language.ts';
import { DrawnList } from './DrawnList.tsx';
import { ToolButton, ToolIcon } from './ToolButton.tsx';
import type { DrawingBoard } from './use-drawings.ts';

export interface DrawSheetProps {
  readonly open: boolean;
  readonly board: DrawingBoard;
  readonly onClose: () => void;
}

/**
 * Tools for a new drawing, their settings, and a list of existing drawings, where each can be selected, locked or deleted
 * without tapping it on the chart.
 */
export function DrawSheet({ open, board, onClose }: DrawSheetProps): ReactNode {
  const t = useText();
  return (
    <Sheet open={open} onClose={onClose} title={t('chart.draw.title')} closeLabel={t('common.close')}>
      <div className="space-y-4 px-4 pt-3 pb-4">
        <Tools board={board} onClose={onClose} />
        <section className="divide-y divide-line">
          <Switch
            checked={board.settings.magnet}
            label={t('chart.draw.magnet')}
            onChange={(magnet) => board.setSettings({ magnet })}
          />
          <Switch
            checked={board.settings.hidden}
            label={t('chart.draw.hideAll')}
            onChange={(hidden) => board.setSettings({ hidden })}
          />
        </section>
        <section>
          <div className="flex items-center">
            <h3 className="min-w-0 flex-1 text-12 text-quiet">{t('chart.draw.list')}</h3>
            <ToolButton icon="undo" label={t('chart.draw.undo')} disabled={!board.canUndo} onPress={board.undo} />
            <ToolButton icon="redo" label={t('chart.draw.redo')} disabled={!board.canRedo} onPress={board.redo} />
          </div>
          {board.drawings.length === 0 ? (
            <p className="py-2 text-14 text-quiet">{t('chart.draw.none')}</p>
          ) : (
            <DrawnList board={board} onClose={onClose} />
          )}
        </section>
      </div>
    </Sheet>
  );
}

function Tools({ board, onClose }: Pick<DrawSheetProps, 'board' | 'onClose'>): ReactNode {
  const t = useText();
  const { full } = board;
  return (
    <section>
      <h3 className="mb-1 text-12 text-quiet">{t('chart.draw.tools')}</h3>
      {full ? <p className="py-2 text-14 text-notice">{t('chart.draw.full', { most: MOST_DRAWINGS })}</p> : null}
      <ul className="grid grid-cols-2 gap-2 lg:grid-cols-3">
        {DRAWING_TOOLS.map((tool) => (
          <li key={tool} className="flex">
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
              <span className="min-w-0 wrap-break-word">{t(`chart.draw.names.${tool}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
