export const numberText = (count: number): string => count.toLocaleString('en-GB')

/** "1 line", "3,401 lines". */
export const linesText = (count: number): string => `${numberText(count)} ${count === 1 ? 'line' : 'lines'}`

const MIB = 1024 ** 2
const GIB = 1024 ** 3

/** "1 GiB", "512 MiB". */
export const bytesText = (bytes: number): string =>
  bytes >= GIB ? `${numberText(Math.round((10 * bytes) / GIB) / 10)} GiB` : `${numberText(Math.round(bytes / MIB))} MiB`

const date = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** "3 Nov 2026, 14:03". */
export const dateText = (atMs: number): string => date.format(atMs)
