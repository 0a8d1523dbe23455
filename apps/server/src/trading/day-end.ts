import { endOfTradingDay } from '@fairlot/domain';
import type { ClientCommand, HostCommand } from '@fairlot/engine';

/** A command whose order is to end with the trading day gets the time of that end. Others stay as they are. */
export function withDayEnd<C extends ClientCommand | HostCommand>(command: C): C {
  return 'endsWithDay' in command && command.endsWithDay === true
    ? { ...command, expiresAt: endOfTradingDay(command.time) }
    : command;
}
