import { RATE_SCALE, type Rate, pow10 } from '@fairlot/domain';

/** Points of per cent above the warning level at which an account counts as recovered. Without them a level that swings around the mark would warn again and again. */
const RECOVERY_POINTS = 5;

/** The step that an account's margin level asks for. */
export type Crossing = 'warn' | 'recover' | 'none';

/**
 * Compares a margin level with the warning level (per cent). Warns once at or below it, and again only after the level was
 * five points above it. An account without positions has no level and counts as recovered.
 */
export function crossing(level: Rate | undefined, warningLevel: number, warned: boolean): Crossing {
  if (!warned) return level !== undefined && level <= inRate(warningLevel) ? 'warn' : 'none';
  return level === undefined || level >= inRate(warningLevel + RECOVERY_POINTS) ? 'recover' : 'none';
}

function inRate(percent: number): bigint {
  return BigInt(percent) * pow10(RATE_SCALE);
}
