import { z } from 'zod/mini';
import { lookSchema, readLook } from './look.ts';
import type { ChartLook } from './look.ts';

/** Most templates of a device, and the longest name, in UTF-16 units. */
export const MOST_TEMPLATES = 12;
export const TEMPLATE_NAME_MAX = 24;

/** A named set of indicators with their parameters, and the style of the bars. */
export interface LookTemplate {
  readonly name: string;
  readonly look: ChartLook;
}

const templatesSchema = z.array(z.object({ name: z.string(), look: lookSchema }));

/** Reads stored templates. Without a valid form there are none. */
export function readTemplates(value: unknown): readonly LookTemplate[] {
  const parsed = templatesSchema.safeParse(value);
  if (!parsed.success) return [];
  return parsed.data
    .map(({ name, look }) => ({ name: nameOf(name), look: readLook(look) }))
    .filter(({ name }, at, all) => name !== '' && all.findIndex((one) => one.name === name) === at)
    .slice(0, MOST_TEMPLATES);
}

/** A name as it is stored: without spaces around it, and no longer than allowed. No character is cut in two. */
export function nameOf(typed: string): string {
  const name = typed.trim().replaceAll(/\s+/gu, ' ').slice(0, TEMPLATE_NAME_MAX);
  return (/[\ud800-\udbff]$/u.test(name) ? name.slice(0, -1) : name).trim();
}

/** Adds a template, or replaces the one with its name. undefined: the name is empty, or there are too many. */
export function withTemplate(
  templates: readonly LookTemplate[],
  typed: string,
  look: ChartLook,
): readonly LookTemplate[] | undefined {
  const name = nameOf(typed);
  if (name === '') return undefined;
  if (templates.some((one) => one.name === name))
    return templates.map((one) => (one.name === name ? { name, look } : one));
  return templates.length >= MOST_TEMPLATES ? undefined : [...templates, { name, look }];
}

/** Removes a template. */
export function withoutTemplate(templates: readonly LookTemplate[], name: string): readonly LookTemplate[] {
  return templates.filter((one) => one.name !== name);
}
