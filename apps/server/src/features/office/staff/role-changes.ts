import { STAFF_ROLES, type StaffRole } from '@fairlot/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '../../../db/tables/index.ts';
import { type Answer, done, refuse } from '../../../http/answer.ts';
import type { ProposalHandler } from '../../../staff/proposals/proposal-handler.ts';
import type { ProposalRow } from '../../../staff/proposals/proposal-store.ts';
import type { Proposals } from '../../../staff/proposals/proposals.ts';
import { namesOf, noteRecordChange } from '../../../staff/record-changes.ts';
import type { StaffSession } from '../../../staff/staff-session.ts';
import type { StaffActions } from './actions.ts';
import type { StaffQueries, StaffRow } from './queries.ts';

export interface RoleChangesDeps {
  readonly queries: StaffQueries;
  readonly actions: StaffActions;
  readonly proposals: Proposals;
}

/** The account, and the number of the proposal if the change waits. */
export interface RolesSet {
  readonly staff: StaffRow;
  readonly proposal: number | null;
}

/** Changes of roles. While there are real accounts, they wait for a second administrator. */
export class RoleChanges {
  readonly #deps: RoleChangesDeps;

  constructor(deps: RoleChangesDeps) {
    this.#deps = deps;
    deps.proposals.register('staff_roles', this.#handler());
  }

  /** Sets the roles of a member of staff, or proposes it. `seen`: the roles that the author read. */
  async set(
    id: number,
    { roles, seen }: { readonly roles: readonly StaffRole[]; readonly seen: readonly StaffRole[] | undefined },
    by: Pick<StaffSession, 'staff' | 'name'>,
  ): Promise<Answer<RolesSet>> {
    const { queries, actions, proposals } = this.#deps;
    const before = await queries.byId(id);
    if (before === undefined) return refuse('unknown_staff');
    const stale = staleness(before, seen ?? before.roles);
    if (stale !== undefined) return stale;
    if (same(before.roles, roles)) return done({ staff: before, proposal: null });
    if (!(await proposals.areNeeded())) {
      const set = await actions.setRoles(
        id,
        roles,
        (row) => staleness(row, before.roles),
        (db, row) => this.#note(db, row, roles, by.name),
      );
      return set.ok ? done({ staff: set.data, proposal: null }) : set;
    }
    const proposed = await proposals.propose({
      kind: 'staff_roles',
      subject: id,
      before: { name: before.name, roles: ordered(before.roles) },
      after: { name: before.name, roles: ordered(roles) },
      baseVersion: 0,
      author: by.staff,
    });
    return proposed.ok ? done({ staff: before, proposal: proposed.data }) : proposed;
  }

  /** Adds the change to the history. */
  #note(db: Transaction<Tables>, { id, name, roles: before }: StaffRow, roles: readonly StaffRole[], by: string) {
    const change = { before: { roles: ordered(before) }, after: { roles: ordered(roles) } };
    return noteRecordChange(db, { ...change, kind: 'staff_roles', record: Number(id), name, version: 0, by });
  }

  #handler(): ProposalHandler {
    const { queries, actions } = this.#deps;
    const hasRoles = async (row: ProposalRow, roles: readonly StaffRole[]): Promise<boolean> => {
      const staff = await queries.byId(Number(row.subject_id));
      return staff !== undefined && same(staff.roles, roles);
    };
    return {
      isCurrent: (row) => hasRoles(row, readRoles(row.before)),
      noticeMs: () => Promise.resolve(0),
      subjectNames: (subjects) => Promise.resolve(subjects.map(({ after }) => String(after['name']))),
      apply: (row, finish) => {
        const roles = readRoles(row.after);
        return actions.setRoles(
          Number(row.subject_id),
          roles,
          (staff) => staleness(staff, readRoles(row.before)),
          async (db, staff) => {
            await this.#note(db, staff, roles, namesOf(row));
            await finish(db);
          },
        );
      },
    };
  }
}

/** The refusal of a change whose author read other roles than those in force. */
function staleness({ roles }: StaffRow, seen: readonly StaffRole[]): ReturnType<typeof refuse> | undefined {
  return same(roles, seen) ? undefined : refuse('record_changed', { roles: ordered(roles).join(', ') });
}

function readRoles(values: string): readonly StaffRole[] {
  return (JSON.parse(values) as { readonly roles: readonly StaffRole[] }).roles;
}

function ordered(roles: readonly StaffRole[]): readonly StaffRole[] {
  return STAFF_ROLES.filter((role) => roles.includes(role));
}

function same(some: readonly StaffRole[], others: readonly StaffRole[]): boolean {
  return ordered(some).join() === ordered(others).join();
}
