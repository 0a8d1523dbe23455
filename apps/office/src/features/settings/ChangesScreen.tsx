import type { ReactNode } from 'react';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { When } from '../../shared/cells.tsx';
import { JsonChange } from '../../shared/JsonChange.tsx';
import { useText, wordOf } from '../../shared/text.ts';

/** Every change of a setting. */
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
        { head: 'staff_name', render: (row) => <bdi>{row.staff_name}</bdi> },
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
