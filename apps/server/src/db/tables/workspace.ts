/** See migrations/010-workspace.ts. */
export interface WorkspaceTables {
  workspace_sections: { user_id: bigint; section: string; value: string; changed_at: bigint };
}
