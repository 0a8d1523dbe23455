import { Button } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { Actions } from '../../lists/Actions.tsx';
import { useRead } from '../../lists/list-calls.ts';
import type { RowAction } from '../../lists/list-types.ts';
import { ListScreen } from '../../lists/ListScreen.tsx';
import { useText } from '../../shared/language/language.ts';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';
import { addInstrument, delistInstrument } from './catalogue-actions.ts';
import { instrumentColumns } from './columns.tsx';
import { addCategory, categoryOptions, editTerms, removeCategory, setDealing } from './instrument-actions.ts';
import type { Choices, Instrument } from './instrument-actions.ts';
import { InstrumentDetail } from './InstrumentDetail.tsx';

/** Instruments with their terms: sizes, leverage lists, fees, swaps, sessions. */
export function InstrumentsScreen(): ReactNode {
  const t = useText();
  const { roles } = useSelf();
  const { data: choices } = useRead('officeCategories', {});
  const categories = categoryOptions(choices?.categories ?? []);
  const nameOf = (id: number): string => categories.find(({ value }) => value === String(id))?.label ?? String(id);
  const actions = (row: Instrument): readonly RowAction[] => [
    ...(mayCall(roles, 'officeChangeInstrument') && choices !== undefined
      ? [{ key: 'e', label: t('instruments.edit'), kind: 'primary' as const, run: () => editTerms(t, row, choices) }]
      : []),
    ...(mayCall(roles, 'officeSetDealing')
      ? [{ label: t('instruments.setDealing'), kind: 'critical' as const, run: () => setDealing(t, row) }]
      : []),
    ...(mayCall(roles, 'officeDelistInstrument') && row.dealing !== 'normal'
      ? [{ label: t('instruments.delist'), kind: 'critical' as const, run: () => delistInstrument(t, row) }]
      : []),
  ];
  return (
    <ListScreen
      title={t('menu.instruments')}
      call="officeInstruments"
      idOf={(row) => row.id}
      empty={t('instruments.empty')}
      actions={actions}
      tools={<Tools choices={choices} />}
      filters={[
        { kind: 'text', name: 'q', label: 'search' },
        { kind: 'choice', name: 'category_id', label: 'category_id', options: categories },
      ]}
      columns={instrumentColumns(t, nameOf)}
      renderDetail={(row) => (
        <InstrumentDetail row={row} category={nameOf(row.categoryId)} actions={<Actions actions={actions(row)} />} />
      )}
    />
  );
}

/** Adds an instrument or a category, or removes a category without instruments. */
function Tools({ choices }: { readonly choices: Choices | undefined }): ReactNode {
  const t = useText();
  const { roles } = useSelf();
  const vacant = categoryOptions((choices?.categories ?? []).filter(({ instruments }) => instruments === 0));
  return (
    <>
      {vacant.length > 0 && mayCall(roles, 'officeRemoveCategory') ? (
        <Button kind="plain" onClick={() => removeCategory(t, vacant)}>
          {t('instruments.removeCategory')}
        </Button>
      ) : null}
      {mayCall(roles, 'officeAddCategory') ? (
        <Button kind="secondary" onClick={() => addCategory(t)}>
          {t('instruments.addCategory')}
        </Button>
      ) : null}
      {choices !== undefined && mayCall(roles, 'officeAddInstrument') ? (
        <Button kind="primary" onClick={() => addInstrument(t, choices)}>
          {t('instruments.add')}
        </Button>
      ) : null}
    </>
  );
}
