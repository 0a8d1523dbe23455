import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { SECTION_MAX } from './constants.ts';
import { epochMs, nothing } from './scalar.ts';

/** Sections that a user may have, and the length of all their documents together. Emptied ones ([], {}, null) give their place to new ones. */
export const SECTIONS_MAX = 64;
export const WORKSPACE_MAX = 262_144;

/** Name of a section, such as `favourites`, `chart` or `drawings.12`. */
export const sectionName = z.string().check(z.maxLength(40), z.regex(/^[a-z][a-z0-9]*([.-][a-z0-9]+)*$/));

/** A JSON document as text: the server keeps it as it was written and does not look into it. */
const documentText = z.string().check(z.maxLength(SECTION_MAX), z.refine(isJson));

/** A section as the server has it. `changed_at` says which of two writings is the later one. */
export const savedSection = z.object({ section: sectionName, value: documentText, changed_at: epochMs });
export type SavedSection = z.infer<typeof savedSection>;

export const workspaceCalls = {
  workspaceRead: defineCall({
    methods: ['GET'],
    path: '/api/workspace',
    access: 'user',
    changesState: false,
    summary: 'Everything that one has saved: favourites, chart settings, drawings, layouts.',
    input: nothing,
    output: z.object({ list: z.array(savedSection) }),
  }),
  workspaceSave: defineCall({
    methods: ['POST'],
    path: '/api/workspace/save',
    access: 'user',
    changesState: true,
    summary:
      'Saves a section as it was at a moment. The later moment wins: the answer is the section as it stands now, which another device may have written.',
    input: savedSection,
    output: savedSection,
  }),
} as const;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
