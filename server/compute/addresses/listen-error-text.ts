const texts: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Another program of this machine uses this port.',
  EACCES: 'The gateway may not use this port. Choose one above 1023, or ask the operator to permit it.',
  EADDRNOTAVAIL: 'This machine does not have the address. Ask the operator to add it.',
}

/** Returns why the gateway does not listen, by the system's error code. */
export const listenErrorText = (code: string): string => texts[code] ?? `The gateway cannot listen here (${code}).`
