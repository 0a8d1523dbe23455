import { termsVersions } from '@fairlot/client';
import { realtime } from '../services/services.ts';
import { reloadSite } from '../site/site.ts';
import { listedInstrument, reloadInstruments } from './market.ts';

/** Spread of the reads after a change, in milliseconds: all pages learn of it in the same moment. */
const SPREAD_MS = 500;

/** Reads the terms again: those of the instruments and those of the whole site. */
export function reloadTerms(): void {
  reloadInstruments();
  reloadSite();
}

/**
 * Reads the terms again when the server says that they have changed, and after an interruption in which they may have.
 */
export function followTerms(): void {
  let wait: ReturnType<typeof setTimeout> | undefined;
  let isKnown = false;
  realtime.subscribe('TERMS', (event) => {
    if (event.kind === 'stale') return;
    // The first snapshot tells only whether a list that was read before it is out of date.
    const isFirst = event.kind === 'snapshot' && !isKnown;
    isKnown = true;
    const isOld = termsVersions(event.data).some(({ instrument, terms }) => {
      const listed = listedInstrument(instrument);
      return listed !== undefined && listed.terms !== terms;
    });
    if ((isFirst && !isOld) || wait !== undefined) return;
    wait = setTimeout(() => {
      wait = undefined;
      reloadTerms();
    }, Math.random() * SPREAD_MS);
  });
}
