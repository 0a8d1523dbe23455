import { staffCalls } from '@fairlot/contract';
import type { StaffAccess, StaffCallName, StaffFileRight, StaffListCall, StaffRole } from '@fairlot/contract';

/** True if the roles allow a call. The server decides; the page uses this to hide calls that it would refuse. */
export function mayCall(roles: readonly StaffRole[], name: StaffCallName): boolean {
  const access: StaffAccess = staffCalls[name].roles;
  return typeof access === 'string' || access.some((role) => roles.includes(role));
}

/** True if the roles allow a list as a file. */
export function mayExport(roles: readonly StaffRole[], name: StaffCallName): boolean {
  const { file }: { readonly file?: StaffFileRight } = staffCalls[name] as Partial<StaffListCall>;
  return file === undefined || file.roles.some((role) => roles.includes(role));
}
