import type { ReactNode } from 'react';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { When } from '../../shared/cells/cells.tsx';
import { JsonChange } from '../../shared/cells/JsonChange.tsx';
import { useText } from '../../shared/language/language.ts';
import { wordOf } from '../../shared/language/text.ts';

/** The history of all setting changes. */
export function ChangesScreen(): ReactNode {
  const t = useText();
  return (
    <ListScreen
      title={t('menu.changes')}
      call="settingChanges"
      idOf={(row) => row.id}
      empty={t('settings.noChanges')}
      filters={[{ kind: 'text', name: 'key', label: 'key' }]}
      columns={[
        { head: 'at', render: (row) => <When at={row.at} /> },
        { head: 'staff_name', render: (row) => <bdi>{row.staffName}</bdi> },
        {
          head: 'key',
          render: (row) => (
            <>
              {wordOf(t, 'field', row.key)}
              <span className="block text-12 text-quiet">
                <code className="figure">{row.key}</code>
              </span>
            </>
          ),
        },
        { head: 'change', render: (row) => <JsonChange before={row.before} after={row.after} /> },
      ]}
    />
  );
}
