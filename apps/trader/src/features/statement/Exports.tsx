import { Button } from '@fairlot/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../shared/language/language.ts';
import { saveStatement } from './queries.ts';
import { CARD } from './Summary.tsx';
import { searchOf } from './statement-filter.ts';
import type { StatementFilter } from './statement-filter.ts';

const PARTS = ['trades', 'movements', 'instruments'] as const;

/** Downloads of the statement, and the print view. */
export function Exports({ filter }: { readonly filter: StatementFilter }): ReactNode {
  const t = useText();
  const navigate = useNavigate();
  const [saving, setSaving] = useState<string>();
  const save = (part: (typeof PARTS)[number]): void => {
    setSaving(part);
    void saveStatement(part, filter).finally(() => setSaving(undefined));
  };
  return (
    <section aria-label={t('statement.export.title')} className={CARD}>
      <h2 className="text-16 font-semibold">{t('statement.export.title')}</h2>
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
            {t(`statement.export.${part}`)}
          </Button>
        ))}
        <Button wide kind="secondary" onClick={() => void navigate(`/mine/statement/print?${searchOf(filter)}`)}>
          {t('statement.export.print')}
        </Button>
      </div>
    </section>
  );
}
