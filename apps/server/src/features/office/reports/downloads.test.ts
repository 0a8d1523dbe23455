import { reportCalls } from '@fairlot/contract';
import { expect, it } from 'vitest';
import { OverloadedError } from '../../../platform/concurrency-limit.ts';
import { ReadQueue } from '../../../platform/read-queue.ts';
import { type ReportDeps, registerReports } from './routes.ts';

type Download = (input: { readonly id: number }, context: { readonly staff: { readonly staff: number } }) => unknown;

it('reads a few made reports at a time, and refuses a flood of one caller', async () => {
  const handlers = new Map<unknown, Download>();
  const calls = {
    forStaff: (call: unknown, handler: Download) => handlers.set(call, handler),
    forList: () => undefined,
  };
  const waiting: (() => void)[] = [];
  const content = () => new Promise<undefined>((resolve) => waiting.push(() => resolve(undefined)));
  const downloads = new ReadQueue({ atOnce: 1, mostWaiting: 8, mostOfCaller: 1 });
  const deps: unknown = { files: { content }, downloads };
  registerReports(calls as never, deps as ReportDeps);
  const download = (staff: number) => handlers.get(reportCalls.officeReportFile)?.({ id: 7 }, { staff: { staff } });
  const all = [download(1), download(1), download(2)];
  expect(waiting).toHaveLength(1);
  await expect(download(1)).rejects.toThrow(OverloadedError);
  for (let done = 0; done < 3; done += 1) {
    await expect.poll(() => waiting.length).toBe(1);
    waiting.shift()?.();
  }
  for (const each of all) expect(await each).toMatchObject({ ok: false, reason: 'unknown_record' });
});
