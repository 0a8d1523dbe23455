import { Button, IconButton } from '@fairlot/ui';
import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { pointsOf } from '../../chart/drawings.ts';
import type { Drawing, DrawingTool } from '../../chart/drawings.ts';
import { useText } from '../../shared/language/language.ts';
import { DrawingStyleRows } from './DrawingStyleRows.tsx';
import { ToolButton } from './ToolButton.tsx';
import type { DrawingBoard } from './use-drawings.ts';

const NoteSheet = lazy(async () => ({ default: (await import('./NoteSheet.tsx')).NoteSheet }));

interface BarProps {
  readonly board: DrawingBoard;
}

/** Actions on the drawing in progress, the selected one or those just deleted, at the bottom of the chart. */
export function DrawingBar({ board }: BarProps): ReactNode {
  const { picked, pen, note, removed } = board;
  return (
    <>
      {pen !== undefined ? (
        <NewBar board={board} tool={pen.tool} />
      ) : picked !== undefined ? (
        <PickedBar key={picked.id} board={board} picked={picked} />
      ) : removed > 0 ? (
        <RemovedBar board={board} />
      ) : null}
      <Suspense>
        {note === undefined ? null : <NoteSheet text={note} onDone={(text) => board.writeNote(text)} />}
      </Suspense>
    </>
  );
}

function NewBar({ board, tool }: BarProps & { readonly tool: DrawingTool }): ReactNode {
  const t = useText();
  return (
    <Bar words={t(`chart.draw.${hintOf(tool, board.placed)}`, { name: t(`chart.draw.names.${tool}`) })}>
      <Button kind="plain" onClick={() => board.setTool(undefined)}>
        {t('chart.draw.cancel')}
      </Button>
    </Bar>
  );
}

function hintOf(
  tool: DrawingTool,
  placed: number,
): 'placeBrush' | 'placeOnly' | 'placeThird' | 'placeSecond' | 'placeFirst' {
  const needed = pointsOf(tool);
  if (needed === undefined) return 'placeBrush';
  if (needed === 1) return 'placeOnly';
  return placed === 0 ? 'placeFirst' : placed === 1 ? 'placeSecond' : 'placeThird';
}

function PickedBar({ board, picked }: BarProps & { readonly picked: Drawing }): ReactNode {
  const t = useText();
  const [styling, setStyling] = useState(false);
  const { locked, tool } = picked;
  return (
    <Bar
      words={t(locked ? 'chart.draw.isLocked' : 'chart.draw.picked', { name: t(`chart.draw.names.${tool}`) })}
      panel={styling && !locked ? <DrawingStyleRows drawing={picked} onStyle={board.setStyle} /> : null}
    >
      <ToolButton icon="undo" label={t('chart.draw.undo')} disabled={!board.canUndo} onPress={board.undo} />
      <ToolButton icon="redo" label={t('chart.draw.redo')} disabled={!board.canRedo} onPress={board.redo} />
      <ToolButton
        icon="style"
        label={t('chart.draw.style')}
        active={styling && !locked}
        expanded={styling && !locked}
        disabled={locked}
        onPress={() => setStyling(!styling)}
      />
      {tool === 'text' ? (
        <ToolButton
          icon="edit"
          label={t('chart.draw.editNote')}
          opens
          disabled={locked}
          onPress={() => board.editNote(picked)}
        />
      ) : null}
      <ToolButton
        icon={locked ? 'lock' : 'unlock'}
        label={t(locked ? 'chart.draw.unlock' : 'chart.draw.lock')}
        active={locked}
        onPress={() => board.lock(picked, !locked)}
      />
      <ToolButton
        icon="duplicate"
        label={t('chart.draw.duplicate')}
        disabled={board.full}
        onPress={() => board.duplicate(picked)}
      />
      <ToolButton icon="trash" label={t('chart.draw.delete')} disabled={locked} onPress={() => board.remove(picked)} />
      <ToolButton icon="done" label={t('chart.draw.done')} active onPress={() => board.pick(undefined)} />
    </Bar>
  );
}

function RemovedBar({ board }: BarProps): ReactNode {
  const t = useText();
  return (
    <Bar words={t(board.removed === 1 ? 'chart.draw.removedOne' : 'chart.draw.removedAll')}>
      <Button kind="plain" onClick={board.undo}>
        {t('chart.draw.undo')}
      </Button>
      <IconButton icon="close" quiet label={t('common.close')} onClick={() => board.pick(undefined)} />
    </Bar>
  );
}

function Bar({
  words,
  panel,
  children,
}: {
  readonly words: string;
  readonly panel?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="absolute inset-x-2 bottom-7 mx-auto max-w-160 rounded-control border border-line bg-raised shadow-sheet">
      {panel}
      <div className="flex flex-wrap items-center justify-end ps-3">
        <output className="min-w-0 flex-1 basis-40 py-1 text-12 text-quiet">{words}</output>
        <div className="flex items-center">{children}</div>
      </div>
    </div>
  );
}
