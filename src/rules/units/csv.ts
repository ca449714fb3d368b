/** Spreadsheets would run text that starts like this as a formula; numbers are none. */
const isFormula = /^(?:[=+@\t\r]|-(?!\d+(?:\.\d+)?$))/

const field = (value: string): string => {
  const text = isFormula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns a line of a CSV file (RFC 4180), with its end. */
export const csvLine = (fields: readonly string[]): string => `${fields.map(field).join(',')}\r\n`
