import { formatCount } from '@fairlot/client';
import type { StaffOutput } from '@fairlot/client';
import type { ReactNode } from 'react';
import { useRead } from '../../lists/list-calls.ts';
import { When } from '../../shared/cells/cells.tsx';
import { FigureList } from '../../shared/cells/FigureList.tsx';
import { useText, useTimes } from '../../shared/language/language.ts';
import type { Text } from '../../shared/language/text.ts';
import { wordOf } from '../../shared/language/text.ts';
import { Loaded } from '../../shared/layout/Loaded.tsx';
import { ScreenHead } from '../../shared/layout/ScreenHead.tsx';

type Processes = StaffOutput<'officeProcesses'>;
type ServerProcess = Processes['processes'][number];

/** Milliseconds between reads. Heartbeats come each second; a lease ends after three. */
const EVERY_MS = 3_000;

/** The processes of the server with their load, the shards with their holders, and the role leases. */
export function ProcessesScreen(): ReactNode {
  const t = useText();
  const query = useRead('officeProcesses', {}, { every: EVERY_MS });
  return (
    <div className="h-full overflow-y-auto outline-none" tabIndex={-1}>
      <ScreenHead title={t('menu.processes')} />
      <div className="gutter grid gap-4 pb-8 lg:max-w-200">
        <Loaded query={query}>
          {({ single, processes, shards, roleLeases }) => (
            <>
              {single ? <p className="text-14 text-quiet">{t('processes.only')}</p> : null}
              <ProcessList processes={processes} />
              <Shards shards={shards} />
              <RoleLeases leases={roleLeases} />
            </>
          )}
        </Loaded>
      </div>
    </div>
  );
}

function ProcessList({ processes }: Pick<Processes, 'processes'>): ReactNode {
  const t = useText();
  const times = useTimes();
  return (
    <section data-testid="processes" className="rounded-control bg-surface">
      <FigureList
        figures={processes.map((process) => ({
          label: process.name,
          value: process.alive ? (
            <bdi>{process.roles.join(', ')}</bdi>
          ) : (
            <span className="text-critical">
              {t('processes.noHeartbeat')} · <When at={process.seenAt} />
            </span>
          ),
          note: linesOf(t, process, (at) => times.dateTime(at)),
        }))}
      />
    </section>
  );
}

/** The facts of a process. The load of a process without heartbeats says nothing any more. */
function linesOf(t: Text, process: ServerProcess, timeOf: (at: string) => string): readonly string[] {
  const { version, startedAt, seenAt, alive, cpuCores, heapMb, eventLoopP99Ms, sockets } = process;
  const { marketSilenceMs, busConnected } = process;
  const since = t('processes.sinceLine', { version, time: timeOf(startedAt) });
  if (!alive) return [since];
  return [
    since,
    t('processes.seen', { time: timeOf(seenAt) }),
    t('processes.loadLine', { cores: cpuCores.toFixed(2), heap: heapMb.toFixed(0), loop: eventLoopP99Ms.toFixed(1) }),
    ...(sockets === null ? [] : [`${t('field.sockets')}: ${formatCount(sockets)}`]),
    ...(marketSilenceMs === null ? [] : [t('processes.marketLine', { ms: formatCount(marketSilenceMs) })]),
    ...(busConnected === null ? [] : [t(busConnected ? 'processes.busOn' : 'processes.busOff')]),
  ];
}

function Shards({ shards }: Pick<Processes, 'shards'>): ReactNode {
  const t = useText();
  const times = useTimes();
  return (
    <section data-testid="shards">
      <h2 className="mb-2 text-14 font-semibold">{t('processes.shards')}</h2>
      <div className="rounded-control bg-surface">
        <FigureList
          figures={shards.map(({ number, kind, accounts, holder, epoch, leaseEndsAt, uncommitted, unwritten }) => ({
            label: t('processes.shard', { number }),
            value:
              holder === null ? <span className="text-critical">{t('processes.noHolder')}</span> : <bdi>{holder}</bdi>,
            note: [
              wordOf(t, 'kind', kind),
              t('processes.leaseLine', { epoch, time: leaseEndsAt === null ? '–' : times.dateTime(leaseEndsAt) }),
              t('processes.rowsLine', {
                accounts: formatCount(accounts),
                uncommitted: uncommitted === null ? '–' : formatCount(uncommitted),
                unwritten: unwritten === null ? '–' : formatCount(unwritten),
              }),
            ],
          }))}
        />
      </div>
    </section>
  );
}

function RoleLeases({ leases }: { readonly leases: Processes['roleLeases'] }): ReactNode {
  const t = useText();
  const times = useTimes();
  if (leases.length === 0) return null;
  return (
    <section data-testid="role-leases">
      <h2 className="mb-2 text-14 font-semibold">{t('processes.leases')}</h2>
      <div className="rounded-control bg-surface">
        <FigureList
          figures={leases.map(({ role, holder, epoch, endsAt }) => ({
            label: role,
            value: <bdi>{holder}</bdi>,
            note: t('processes.leaseLine', { epoch, time: times.dateTime(endsAt) }),
          }))}
        />
      </div>
    </section>
  );
}
