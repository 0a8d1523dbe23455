/** A known weakness of a part. */
export interface Advisory {
  readonly name: string;
  readonly severity: string;
  readonly title: string;
  /** True when a version without it exists. */
  readonly fix: boolean;
  readonly isUrgent: boolean;
}

interface Report {
  readonly vulnerabilities?: Readonly<
    Record<
      string,
      {
        readonly severity: string;
        readonly via: readonly (string | { readonly title: string })[];
        readonly fixAvailable: unknown;
      }
    >
  >;
}

const URGENT: ReadonlySet<string> = new Set(['high', 'critical']);

/** Reads the output of `npm audit --json`. Undefined when it has no answer of the registry. */
export function readAudit(output: string): Advisory[] | undefined {
  let report: Report | null;
  try {
    report = JSON.parse(output) as Report | null;
  } catch {
    return undefined;
  }
  if (report?.vulnerabilities === undefined) return undefined;
  return Object.entries(report.vulnerabilities).flatMap(([name, { severity, via, fixAvailable }]) => {
    const titles = via.flatMap((each) => (typeof each === 'string' ? [] : [each.title]));
    // A package that only contains an affected one is not listed a second time.
    if (titles.length === 0) return [];
    return [{ name, severity, title: titles.join('; '), fix: fixAvailable !== false, isUrgent: URGENT.has(severity) }];
  });
}
