import bowser from 'bowser'

/** Other clients, such as `curl`, have no name that is known. */
export const isBrowser = (userAgent: string): boolean => userAgent !== '' && bowser.parse(userAgent).browser.name !== ''

/** What a User-Agent header says of the device, as `Firefox on Linux`. */
export const deviceOf = (userAgent: string): string => {
  if (userAgent === '') return 'Unknown device'
  const { browser, os } = bowser.parse(userAgent)
  // What is no browser has an empty name, and begins with its own.
  const name = browser.name || userAgent.split(/[\s/]/)[0] || 'Unknown device'
  return os.name ? `${name} on ${os.name}` : name
}
