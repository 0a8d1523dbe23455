import { Button } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../shared/text.ts';
import { saveFile } from './queries.ts';
import { CARD } from './Summary.tsx';
import { searchOf } from './wish.ts';
import type { Wish } from './wish.ts';

const PARTS = ['trades', 'movements', 'instruments'] as const;

/** The statement as files, and as paper. */
export function Exports({ wish }: { readonly wish: Wish }): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const [saving, setSaving] = useState<string>();
  const save = (part: (typeof PARTS)[number]): void => {
    setSaving(part);
    void saveFile(part, wish).finally(() => setSaving(undefined));
  };
  return (
    <section aria-label={text('statement.export.title')} className={CARD}>
      <h2 className="text-16 font-semibold">{text('statement.export.title')}</h2>
      <div className="mt-3 grid grid-cols-2 gap-2 crowded:grid-cols-1">
        {PARTS.map((part) => (
          <Button
            key={part}
            kind="secondary"
            wide
            busy={saving === part}
            disabled={saving !== undefined}
            onClick={() => save(part)}
          >
            {text(`statement.export.${part}`)}
          </Button>
        ))}
        <Button wide kind="secondary" onClick={() => void navigate(`/mine/statement/print?${searchOf(wish)}`)}>
          {text('statement.export.print')}
        </Button>
      </div>
    </section>
  );
}
