import type { ListedInstrument } from '@fairlot/client';
import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { ToolButton } from '../../features/trade/ToolButton.tsx';
import type { CompareBoard } from '../../features/trade/use-compare.ts';
import { useText } from '../../shared/language/language.ts';

const CompareDrawer = lazy(async () => ({ default: (await import('./CompareDrawer.tsx')).CompareDrawer }));

interface CompareToolProps {
  readonly instrument: ListedInstrument;
  readonly compare: CompareBoard;
}

/** Opens the choice of a second instrument, which is loaded at first use. */
export function CompareTool({ instrument, compare }: CompareToolProps): ReactNode {
  const t = useText();
  // undefined before the first opening.
  const [open, setOpen] = useState<boolean>();
  return (
    <>
      <ToolButton
        icon="compare"
        label={t('chart.compare.open')}
        opens
        active={compare.other !== undefined}
        onPress={() => setOpen(true)}
      />
      <Suspense>
        {open === undefined ? null : (
          <CompareDrawer open={open} instrument={instrument} compare={compare} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  );
}
