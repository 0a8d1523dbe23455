import { formatCount } from '@fairlot/client';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Actions } from '../../lists/Actions.tsx';
import type { GroupDetail } from '../../lists/groups/rule.ts';
import { REFRESH_MS, useRead } from '../../lists/list-calls.ts';
import type { RowAction } from '../../lists/list-types.ts';
import { Figure, Words } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { useText } from '../../shared/language/language.ts';
import { Loaded } from '../../shared/layout/Loaded.tsx';
import { ScreenHead } from '../../shared/layout/ScreenHead.tsx';
import { ScrollRegion } from '../../shared/layout/ScrollRegion.tsx';
import { mayCall } from '../../shared/session/rights.ts';
import { useSelf } from '../../shared/session/session.ts';
import { removeGroup } from './group-actions.tsx';
import { GroupHistory } from './GroupHistory.tsx';
import { RuleTable } from './RuleTable.tsx';
import { WaitingChange } from './WaitingChange.tsx';

/** One group: its accounts, its rules, the change that waits, and its versions. */
export function GroupScreen(): ReactNode {
  const { id = '' } = useParams();
  const query = useRead('officeGroup', { id }, { every: REFRESH_MS });
  return <Loaded query={query}>{(group) => <Page group={group} />}</Loaded>;
}

function Page({ group }: { readonly group: GroupDetail }): ReactNode {
  const t = useText();
  return (
    <div className="flex h-full flex-col overflow-y-auto lg:overflow-hidden">
      <ScreenHead title={group.name} tools={<Actions actions={useActions(group)} />} />
      <div className="min-h-0 flex-1 border-t border-line bg-surface lg:grid lg:grid-cols-[20rem_1fr]">
        <ScrollRegion label={t('users.facts')} className="overflow-y-auto border-line p-4 lg:border-e">
          <Facts group={group} />
        </ScrollRegion>
        <ScrollRegion label={t('groups.rules')} className="min-w-0 overflow-y-auto">
          {group.waiting === null ? null : <WaitingChange group={group} waiting={group.waiting} />}
          <h2 className="gutter pt-4 text-16 font-semibold">{t('groups.rules')}</h2>
          <p className="gutter pb-2 text-14 text-quiet">
            {group.rules.length === 0 ? t('groups.noRules') : t('groups.rulesText')}
          </p>
          {group.rules.length === 0 ? null : <RuleTable group={group} />}
          <GroupHistory group={group.id} />
        </ScrollRegion>
      </div>
    </div>
  );
}

/** The actions on the group that the roles allow. While a change waits there can be no other. */
function useActions(group: GroupDetail): readonly RowAction[] {
  const t = useText();
  const go = useNavigate();
  const { roles } = useSelf();
  const edit: RowAction = {
    label: t('groups.edit'),
    kind: 'primary',
    run: () => void go(`/groups/${group.id}/edit`),
  };
  const remove: RowAction = {
    label: t('groups.remove'),
    kind: 'critical',
    run: () => removeGroup(t, group, () => void go('/groups')),
  };
  return [
    ...(mayCall(roles, 'officeChangeGroup') && group.waiting === null ? [edit] : []),
    ...(mayCall(roles, 'officeRemoveGroup') && group.defaultOf === null ? [remove] : []),
  ];
}

function Facts({ group }: { readonly group: GroupDetail }): ReactNode {
  const t = useText();
  const level = (value: number | null): ReactNode =>
    value === null ? t('groups.siteLevel') : <Figure>{value}</Figure>;
  return (
    <div className="grid gap-4">
      {group.defaultOf === null ? null : (
        <p className="text-14 text-quiet">{t(group.defaultOf === 'real' ? 'groups.firstReal' : 'groups.firstDemo')}</p>
      )}
      <FigureList
        figures={[
          { label: t('field.real_accounts'), value: <Figure>{formatCount(group.realAccounts)}</Figure> },
          { label: t('field.demo_accounts'), value: <Figure>{formatCount(group.demoAccounts)}</Figure> },
          { label: t('field.stop_out_percent'), value: level(group.stopOutPercent) },
          { label: t('field.margin_call_percent'), value: level(group.marginCallPercent) },
          { label: t('field.hedged_margin'), value: t(`groups.hedged.${group.hedgedMargin}`) },
          { label: t('field.version'), value: <Figure>{group.version}</Figure> },
          { label: t('field.id'), value: <Figure>{group.id}</Figure> },
          { label: t('field.remark'), value: <Words>{group.note}</Words> },
        ]}
      />
    </div>
  );
}
