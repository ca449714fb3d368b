/**
 * Returns the token of an Authorization header; undefined if there is none. Another scheme counts as an unknown token.
 */
export const bearerOf = (header: string | undefined): string | undefined => {
  if (header === undefined || header.trim() === '') return undefined
  return /^bearer +(\S+)$/i.exec(header.trim())?.[1] ?? header
}
