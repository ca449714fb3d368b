/** What browsers say when a part of the page could not be fetched. */
const NETWORK = /failed to fetch|networkerror|load failed|importing a module script failed|dynamically imported module/i

/** Returns what a crash page says: the browser's own words only where they are not about the network. */
export const crashMessage = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error)
  return NETWORK.test(message)
    ? 'A part of this page could not be loaded. Check your connection, then reload the page.'
    : message
}
