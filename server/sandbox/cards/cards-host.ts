/** The host name of the sandbox's card processor: an origin of its own, on the port of the console. */
export const CARDS_HOST = 'cards.localhost'

/** Returns the origin at which browsers reach the sandbox's card processor. */
export const cardsOrigin = (publicUrl: string): string => {
  const { port } = new URL(publicUrl)
  return `http://${CARDS_HOST}${port === '' ? '' : `:${port}`}`
}
