import type { StaffInput } from '@fairlot/client';
import { concernsOpenPositions, groupDefinition } from '@fairlot/contract';
import { startAction } from '../../actions/action.ts';
import { waitingText } from '../../actions/waiting-text.ts';
import { definitionOf } from '../../lists/groups/rule.ts';
import type { GroupDetail, GroupForm } from '../../lists/groups/rule.ts';
import { GroupChanges } from '../../lists/groups/GroupChanges.tsx';
import type { Text } from '../../shared/language/text.ts';
import { GroupEffect } from '../../lists/groups/GroupEffect.tsx';

type Added = StaffInput<'officeAddGroup'>;
type Changed = StaffInput<'officeChangeGroup'>;

/** Adds a group. The dialog says its terms in words and asks for the reason. */
export function addGroup(t: Text, before: GroupForm, form: GroupForm, onDone: (id: number | null) => void): void {
  startAction<'officeAddGroup'>({
    call: 'officeAddGroup',
    title: t('groups.add'),
    text: t('groups.addText'),
    confirmLabel: t('groups.add'),
    facts: <GroupChanges before={before} after={form} />,
    fields: [{ kind: 'long', name: 'reason' }],
    input: ({ reason }) => ({ ...definitionOf(form), reason: String(reason) }) as Added,
    doneText: (output) => waitingText(t, t('groups.add'), output),
    onDone: ({ id }) => onDone(id),
  });
}

/** Changes a group. The dialog says what changes, whom it touches and when it takes effect, and asks for the reason. */
export function changeGroup(t: Text, group: GroupDetail, saved: GroupForm, form: GroupForm, onDone: () => void): void {
  const [before, after] = [saved, form].map((each) => groupDefinition.parse(definitionOf(each)));
  const concerns = before !== undefined && after !== undefined && concernsOpenPositions(before, after);
  startAction<'officeChangeGroup'>({
    call: 'officeChangeGroup',
    title: `${t('groups.edit')} · ${group.name}`,
    confirmLabel: t('action.save'),
    facts: <GroupChanges before={saved} after={form} />,
    preview: () => <GroupEffect group={group.id} concerns={concerns} />,
    fields: [{ kind: 'long', name: 'reason' }],
    input: ({ reason }) =>
      ({ id: group.id, version: group.version, ...definitionOf(form), reason: String(reason) }) as Changed,
    doneText: (output) => waitingText(t, t('groups.edit'), output),
    onDone,
  });
}

/** Removes a group without accounts. */
export function removeGroup(t: Text, group: GroupDetail, onDone: () => void): void {
  startAction<'officeRemoveGroup'>({
    call: 'officeRemoveGroup',
    title: `${t('groups.remove')} · ${group.name}`,
    text: t('groups.removeText'),
    critical: true,
    confirmLabel: t('groups.remove'),
    fields: [{ kind: 'long', name: 'reason' }],
    input: ({ reason }) => ({ id: group.id, version: group.version, reason: String(reason) }),
    onDone,
  });
}

/** Takes back a change that waits for a second person or for its date. */
export function takeBack(t: Text, group: GroupDetail, proposal: number): void {
  startAction<'decideProposal'>({
    call: 'decideProposal',
    title: `${t('groups.takeBack')} · ${group.name}`,
    text: t('groups.takeBackText'),
    critical: true,
    confirmLabel: t('groups.takeBack'),
    input: () => ({ id: proposal, approve: false }),
  });
}
