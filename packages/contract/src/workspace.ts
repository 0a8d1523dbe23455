import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { SECTION_MAX } from './constants.ts';
import { epochMs, nothing } from './scalar.ts';

/** Most sections of a user. A new section may replace an emptied one ([], {} or null). */
export const SECTIONS_MAX = 64;
/** Most characters in all documents of a user together. */
export const WORKSPACE_MAX = 262_144;

/** Name of a section, such as `favourites`, `chart` or `drawings.12`. */
export const sectionName = z.string().check(z.maxLength(40), z.regex(/^[a-z][a-z0-9]*([.-][a-z0-9]+)*$/));

/** A JSON document as text. The server stores it unchanged and does not interpret it. */
const documentText = z.string().check(z.maxLength(SECTION_MAX), z.refine(isJson));

/** A saved section. The write with the later `changed_at` wins. */
export const savedSection = z.object({ section: sectionName, value: documentText, changed_at: epochMs });
export type SavedSection = z.infer<typeof savedSection>;

export const workspaceCalls = {
  workspaceRead: defineCall({
    methods: ['GET'],
    path: '/api/workspace',
    access: 'user',
    changesState: false,
    summary: 'All saved sections of the caller: favourites, chart settings, drawings, layouts.',
    input: nothing,
    output: z.object({ list: z.array(savedSection) }),
  }),
  workspaceSave: defineCall({
    methods: ['POST'],
    path: '/api/workspace/save',
    access: 'user',
    changesState: true,
    summary:
      'Saves a section with the time of its change; the later change wins. The answer is the section as stored now, possibly written by another device.',
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
