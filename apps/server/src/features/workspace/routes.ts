import { workspaceCalls } from '@fairlot/contract';
import { done, refuse } from '../../http/answer.ts';
import type { Calls } from '../../http/calls.ts';
import type { Workspace } from './queries.ts';

/** Registers the calls for the sections that a user has saved. */
export function registerWorkspace(calls: Calls, workspace: Workspace): void {
  calls.forUser(workspaceCalls.workspaceRead, async (_input, { session }) =>
    done({ list: await workspace.read(session.account) }),
  );

  calls.forUser(workspaceCalls.workspaceSave, async (section, { session }) => {
    const saved = await workspace.save(session.account, section);
    return saved === 'workspace_full' ? refuse(saved) : done(saved);
  });
}
