import { useRef } from 'react';
import type { ReactNode } from 'react';
import { Button, EmptyState, ErrorState, PullToRefresh, Skeleton, Spinner } from '../src/index.ts';
import { DRAWINGS } from '../src/illustrations.ts';
import type { IllustrationName } from '../src/index.ts';
import { Section, State } from './Section.tsx';

const NAMES = Object.keys(DRAWINGS) as IllustrationName[];

/** Loading, empty and failed states. */
export function States(): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <>
      <Section title="Waiting">
        <State name="skeleton" wide>
          <Skeleton shape="h-16 w-full" />
        </State>
        <State name="spinner">
          <span className="text-brand">
            <Spinner size={28} />
          </span>
        </State>
        <State name="pull to refresh" wide>
          <div className="flex h-40 flex-col rounded-surface border border-line bg-surface">
            <PullToRefresh
              scroller={scroller}
              onRefresh={() => undefined}
              shownMs={1000}
              pullLabel="Pull to refresh"
              releaseLabel="Release to refresh"
              refreshingLabel="Refreshing"
            >
              <p className="p-4 text-14 text-quiet">Pull this down with a finger.</p>
            </PullToRefresh>
          </div>
        </State>
      </Section>
      <Section title="Empty and failed places">
        {NAMES.map((name) => (
          <State key={name} name={name} wide>
            <div className="rounded-surface border border-line bg-surface">
              <EmptyState
                art={name}
                title="Nothing here yet"
                text="What will appear here is said in one sentence."
                action={<Button kind="secondary">The next step</Button>}
              />
            </div>
          </State>
        ))}
        <State name="with a sign, where there is little room" wide>
          <EmptyState icon="clock" title="Nothing here yet" />
        </State>
        <State name="failed" wide>
          <ErrorState
            title="The list could not be loaded"
            text="Check your connection and try again."
            retryLabel="Try again"
            onRetry={() => undefined}
          />
        </State>
        <State name="trying again" wide>
          <ErrorState title="The list could not be loaded" retryLabel="Try again" onRetry={() => undefined} busy />
        </State>
      </Section>
    </>
  );
}
