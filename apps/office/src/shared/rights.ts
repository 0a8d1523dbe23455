import { staffCalls } from '@fairlot/contract';
import type { StaffAccess, StaffCallName, StaffRole } from '@fairlot/contract';

/** Whether somebody with these roles may make a call. The server decides; this keeps what it would refuse out of sight. */
export function mayCall(roles: readonly StaffRole[], name: StaffCallName): boolean {
  const access: StaffAccess = staffCalls[name].roles;
  return typeof access === 'string' || access.some((role) => roles.includes(role));
}
