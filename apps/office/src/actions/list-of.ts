/** The parts of a list as typed, separated by commas or spaces. */
export function listOf(text: string): string[] {
  return text.split(/[\s,،;]+/).filter((part) => part !== '');
}
