/** The stop-out level in values of settings, as an input or a stored proposal has them; undefined without one. */
export function stopOutLevelOf(values: unknown): number | undefined {
  if (typeof values !== 'object' || values === null || !('stop_out_ratio' in values)) return undefined;
  return typeof values.stop_out_ratio === 'number' ? values.stop_out_ratio : undefined;
}

/** The units per dollar in values of payment terms, as a stored proposal has them; undefined without a rate above zero. */
export function unitsPerDollarOf(values: unknown): number | undefined {
  if (typeof values !== 'object' || values === null || !('usd_price' in values)) return undefined;
  const rate = Number(values.usd_price);
  return rate > 0 ? rate : undefined;
}
