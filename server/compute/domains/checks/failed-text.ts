const texts: Readonly<Record<string, string>> = {
  ETIMEOUT: 'The resolver did not answer in time.',
  ECONNREFUSED: 'The resolver cannot be reached.',
  ESERVFAIL: 'The resolver reports that the domain’s name servers do not answer (SERVFAIL).',
  EREFUSED: 'The resolver refuses to answer for this name (REFUSED).',
}

export const failedText = (code: string): string => texts[code] ?? `The resolver gave no usable answer (${code}).`
