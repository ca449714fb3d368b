/** The token of an Authorization header; undefined when there is none. Another scheme counts as a token that is not ours. */
export const bearerOf = (header: string | undefined): string | undefined => {
  if (header === undefined || header.trim() === '') return undefined
  return /^bearer +(\S+)$/i.exec(header.trim())?.[1] ?? header
}
