const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}

/** "Mon, 30 Nov, 02:30", on the clocks of a time zone. */
export const zonedTimeText = (atMs: number, timeZone: string): string => formatOf(timeZone).format(atMs)

/** The viewer's time zone. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
