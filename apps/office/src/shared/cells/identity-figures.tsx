import type { Text } from '../language/text.ts';
import { Country, State, Words } from './cells.tsx';
import type { FigureLine } from './FigureList.tsx';

/** The verified identity of a user. */
export interface Identity {
  readonly identity: string;
  readonly verifiedName: string;
  readonly verifiedCountry: string;
}

/** State, name and country of a verified identity; only the state of another one. */
export function identityFigures(t: Text, { identity, verifiedName, verifiedCountry }: Identity): readonly FigureLine[] {
  const state = { label: t('field.identity'), value: identity === 'none' ? '–' : <State value={identity} /> };
  if (verifiedName === '') return [state];
  return [
    state,
    { label: t('field.verified_name'), value: <Words>{verifiedName}</Words> },
    { label: t('field.verified_country'), value: <Country code={verifiedCountry} /> },
  ];
}
