import { useState } from 'react';
import type { ReactNode } from 'react';
import { DRAWING_TOOLS } from '../../chart/drawings.ts';
import { useText } from '../../shared/language/language.ts';
import { DrawSheet } from './DrawSheet.tsx';
import { ToolButton } from './ToolButton.tsx';
import type { DrawingBoard } from './use-drawings.ts';

export interface DrawingToolbarProps {
  readonly board: DrawingBoard;
}

/** The drawing tools in a row above the chart, in the wide layout. The sheet with the list opens from its end. */
export function DrawingToolbar({ board }: DrawingToolbarProps): ReactNode {
  const t = useText();
  const [listing, setListing] = useState(false);
  const { drawings, pen, settings } = board;
  const open = drawings.filter(({ locked }) => !locked).length;
  const allLocked = drawings.length > 0 && open === 0;
  return (
    <div
      role="toolbar"
      aria-label={t('chart.draw.title')}
      className="flex shrink-0 flex-wrap items-center gap-x-4 border-b border-line px-2"
    >
      <div className="flex flex-wrap">
        {DRAWING_TOOLS.map((tool) => (
          <span key={tool} dir="ltr">
            <ToolButton
              icon={tool}
              label={t(`chart.draw.names.${tool}`)}
              active={pen?.tool === tool}
              pressed={pen?.tool === tool}
              disabled={board.full}
              onPress={() => board.setTool(pen?.tool === tool ? undefined : tool)}
            />
          </span>
        ))}
      </div>
      <div className="flex">
        <ToolButton
          icon="magnet"
          label={t('chart.draw.magnet')}
          active={settings.magnet}
          pressed={settings.magnet}
          onPress={() => board.setSettings({ magnet: !settings.magnet })}
        />
        <ToolButton
          icon={allLocked ? 'lock' : 'unlock'}
          label={t('chart.draw.lockAll')}
          active={allLocked}
          pressed={allLocked}
          disabled={drawings.length === 0}
          onPress={() => board.lockAll(!allLocked)}
        />
        <ToolButton
          icon={settings.hidden ? 'eyeOff' : 'eye'}
          label={t('chart.draw.hideAll')}
          active={settings.hidden}
          pressed={settings.hidden}
          onPress={() => board.setSettings({ hidden: !settings.hidden })}
        />
      </div>
      <div className="flex">
        <ToolButton icon="undo" label={t('chart.draw.undo')} disabled={!board.canUndo} onPress={board.undo} />
        <ToolButton icon="redo" label={t('chart.draw.redo')} disabled={!board.canRedo} onPress={board.redo} />
        <ToolButton icon="list" label={t('chart.draw.list')} opens onPress={() => setListing(true)} />
        <ToolButton icon="trash" label={t('chart.draw.deleteAll')} disabled={open === 0} onPress={board.removeAll} />
      </div>
      <DrawSheet open={listing} board={board} onClose={() => setListing(false)} />
    </div>
  );
}
