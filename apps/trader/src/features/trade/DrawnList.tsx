import { isolateWords } from '@fairlot/i18n';
import { Button, Switch, cx } from '@fairlot/ui';
import type { ReactNode } from 'react';
import type { Drawing } from '../../chart/drawings.ts';
import { useText, useTimes } from '../../shared/language/language.ts';
import { ToolButton, ToolIcon } from './ToolButton.tsx';
import type { DrawingBoard } from './use-drawings.ts';

export interface DrawnListProps {
  readonly board: DrawingBoard;
  readonly onClose: () => void;
}

/** The drawings on a chart, each to be selected, locked or deleted, and the deeds on all of them. */
export function DrawnList({ board, onClose }: DrawnListProps): ReactNode {
  const t = useText();
  const times = useTimes();
  const { drawings } = board;
  const locked = drawings.filter((drawing) => drawing.locked).length;
  const timeOf = ({ points }: Drawing): string => times.short(points[0]?.time ?? 0);
  return (
    <>
      <ul className="divide-y divide-line">
        {drawings.map((drawing) => {
          const name = t(`chart.draw.names.${drawing.tool}`);
          const values = { name, time: isolateWords(timeOf(drawing)) };
          return (
            <li key={drawing.id} className="flex items-center">
              <button
                type="button"
                className="flex min-h-11 min-w-0 flex-1 items-center gap-3 text-start text-14"
                onClick={() => {
                  board.setSettings({ hidden: false });
                  board.pick(drawing.id);
                  onClose();
                }}
              >
                <span dir="ltr" className="text-quiet">
                  <ToolIcon name={drawing.tool} />
                </span>
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {drawing.text === undefined ? name : <bdi>{drawing.text}</bdi>}
                </span>
                <span className="shrink-0 text-12 text-quiet tabular-nums">
                  <bdi>{timeOf(drawing)}</bdi>
                </span>
              </button>
              <ToolButton
                icon={drawing.locked ? 'lock' : 'unlock'}
                active={drawing.locked}
                label={t(drawing.locked ? 'chart.draw.unlockNamed' : 'chart.draw.lockNamed', values)}
                onPress={() => board.lock(drawing, !drawing.locked)}
              />
              <ToolButton
                icon="trash"
                disabled={drawing.locked}
                label={t('chart.draw.deleteNamed', values)}
                onPress={() => board.remove(drawing)}
              />
            </li>
          );
        })}
      </ul>
      <div className={cx('mb-2 border-t border-line', locked > 0 && 'pb-1')}>
        <Switch checked={locked === drawings.length} label={t('chart.draw.lockAll')} onChange={board.lockAll} />
        {locked > 0 ? <p className="text-12 text-quiet">{t('chart.draw.lockNote')}</p> : null}
      </div>
      <Button kind="critical" wide disabled={locked === drawings.length} onClick={board.removeAll}>
        {t('chart.draw.deleteAll')}
      </Button>
    </>
  );
}
