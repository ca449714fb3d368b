/** Returns the LIKE pattern of texts that contain a part; the part's own wildcards have no meaning. */
export function containingPattern(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`
}
