import { expect, it } from 'vitest';
import { NotReadyError } from '../platform/not-ready-error.ts';
import { HeldRoles } from './held-roles.ts';

const stop = (): Promise<void> => Promise.resolve();

it('lets a process act that has no single role', async () => {
  const roles = new HeldRoles();
  expect(roles.mayAct).toBe(true);
  await roles.require();
});

it('lets a process act only while all of its leases are current, and waits for a late renewal', async () => {
  const roles = new HeldRoles();
  const [house, worker] = [
    { role: 'house', isCurrent: true, stop },
    { role: 'worker', isCurrent: true, stop },
  ];
  roles.add(house);
  roles.add(worker);
  await roles.require();
  worker.isCurrent = false;
  expect(roles.mayAct).toBe(false);
  const required = Promise.all([roles.require(), roles.require()]);
  worker.isCurrent = true;
  await required;
  house.isCurrent = false;
  await expect(roles.require()).rejects.toThrow(new NotReadyError('another process may be the house by now'));
});
