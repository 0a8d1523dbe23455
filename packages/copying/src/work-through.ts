import type { Recorded } from './result-batch.ts';

/**
 * Works through tasks in their order, at most `inFlight` at once, and resolves when every one has ended. `carry` resolves
 * when the next task may begin, and calls `ended` when the task has ended.
 */
export function workThrough<Task>(
  tasks: readonly Task[],
  inFlight: number,
  carry: (task: Task, ended: Recorded) => Promise<void>,
): Promise<void> {
  if (tasks.length === 0) return Promise.resolve();
  return new Promise((done, failed) => {
    let next = 0;
    let left = tasks.length;
    const ended: Recorded = (error) => {
      left -= 1;
      if (error !== undefined) failed(error);
      else if (left === 0) done();
    };
    const worker = async (): Promise<void> => {
      for (let task = tasks[next]; task !== undefined; task = tasks[next]) {
        next += 1;
        await carry(task, ended);
      }
    };
    for (let count = Math.min(inFlight, tasks.length); count > 0; count -= 1) worker().catch(failed);
  });
}
