import bowser from 'bowser'

/** bowser knows no name for other clients, such as `curl`. */
export const isBrowser = (userAgent: string): boolean => userAgent !== '' && bowser.parse(userAgent).browser.name !== ''

/** Describes the device of a User-Agent header, such as `Firefox on Linux`. */
export const deviceOf = (userAgent: string): string => {
  if (userAgent === '') return 'Unknown device'
  const { browser, os } = bowser.parse(userAgent)
  // For other clients the browser name is empty, and the header starts with the client's own name.
  const name = browser.name || userAgent.split(/[\s/]/)[0] || 'Unknown device'
  return os.name ? `${name} on ${os.name}` : name
}
