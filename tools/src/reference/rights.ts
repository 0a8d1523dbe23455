import { STAFF_ROLES, calls, staffCalls } from '@fairlot/contract';
import type { Access, Call, StaffAccess, StaffCall } from '@fairlot/contract';

const BEGIN = '<!-- rights: written by npm run generate -->';
const END = '<!-- /rights -->';
const YES = 'yes';
/** Allowed for the caller's own records only: other users' records are answered as unknown. */
const OWN = 'own';
const NO = '–';

/** Replaces the part between the markers of a document by the contract's tables of rights. Throws without the markers. */
export function withRights(document: string): string {
  const [before, rest] = document.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`the document has no markers for the tables of rights: ${BEGIN} … ${END}`);
  return `${before}${BEGIN}\n\n${tables()}\n\n${END}${after}`;
}

function tables(): string {
  const users = [
    '| call | changes | visitor | demo | user | another user’s | staff |',
    '|---|---|---|---|---|---|---|',
    ...(Object.values(calls) as Call[]).map((call) => row(call, call.changesState, ofUsers(call.access))).sort(),
  ];
  const staff = [
    `| call | changes | visitor, user | no second factor | ${STAFF_ROLES.join(' | ')} |`,
    `|---|---|---|---|${'---|'.repeat(STAFF_ROLES.length)}`,
    ...(Object.values(staffCalls) as StaffCall[])
      .map((call) => row(call, call.changesState, ofStaff(call.roles)))
      .sort(),
  ];
  return ['### Calls of users', '', ...users, '', '### Calls of the office', '', ...staff].join('\n');
}

function row(
  { path, methods }: Pick<Call | StaffCall, 'path' | 'methods'>,
  changes: boolean,
  cells: readonly string[],
): string {
  return `| \`${path}\` ${methods.join(' ')} | ${changes ? YES : ''} | ${cells.join(' | ')} |`;
}

function ofUsers(access: Access): readonly string[] {
  if (access === 'visitor') return [YES, YES, YES, YES, YES];
  return [NO, access === 'user' ? OWN : NO, OWN, NO, NO];
}

function ofStaff(access: StaffAccess): readonly string[] {
  if (access === 'visitor') return [YES, YES, ...STAFF_ROLES.map(() => YES)];
  if (access === 'enrolling') return [NO, OWN, ...STAFF_ROLES.map(() => OWN)];
  return [NO, NO, ...STAFF_ROLES.map((role) => (access.includes(role) ? YES : NO))];
}
