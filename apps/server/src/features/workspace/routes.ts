import { workspaceCalls } from '@fairlot/contract';
import { done, refuse } from '../../platform/answer.ts';
import type { Calls } from '../../platform/calls.ts';
import type { Workspace } from './store.ts';

/** What one has saved. Everything is the caller's own. */
export function registerWorkspace(calls: Calls, workspace: Workspace): void {
  calls.forUser(workspaceCalls.workspaceRead, async (_input, { session }) =>
    done({ list: await workspace.read(session.account) }),
  );

  calls.forUser(workspaceCalls.workspaceSave, async (section, { session }) => {
    const saved = await workspace.save(session.account, section);
    return saved === 'workspace_full' ? refuse(saved) : done(saved);
  });
}
