const iso = /^\d{4}-\d{2}-\d{2}$/
const british = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})$/

/** Formats an ISO day for a field: "23/11/2026"; empty for anything else. */
export const dayText = (day: string): string => (iso.test(day) ? day.split('-').toReversed().join('/') : '')

/** Parses a typed day, in British order or as ISO, to an ISO day; null while it is incomplete or not in the calendar. */
export const parseDay = (typed: string): string | null => {
  const day = typed
    .trim()
    .replace(british, (_, day: string, month: string, year: string) =>
      [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
    )
  if (!iso.test(day)) return null
  const at = new Date(`${day}T00:00:00Z`)
  // Some browsers roll 31 February over into March.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : null
}
