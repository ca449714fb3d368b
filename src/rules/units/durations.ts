const units = [
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const

/** `30s`, `1m30s`, `500ms`. */
export const DURATION_PATTERN =
  /^(?=\d)(?:(\d{1,9})h)?(?:(\d{1,9})m(?!s))?(?:(\d{1,9}(?:\.\d{1,3})?)s)?(?:(\d{1,12})ms)?$/

/** Returns milliseconds, or null for text that is not a duration. */
export const parseDuration = (text: string): number | null => {
  const [, ...figures] = DURATION_PATTERN.exec(text) ?? []
  if (figures.every((figure) => figure === undefined)) return null
  const ms = units.reduce((sum, [, unitMs], at) => sum + Number(figures[at] ?? 0) * unitMs, 0)
  const rounded = Math.round(ms)
  return Number.isSafeInteger(rounded) ? rounded : null
}

export const formatDuration = (ms: number): string => {
  let rest = ms
  const parts = units.flatMap(([unit, unitMs]) => {
    const count = Math.floor(rest / unitMs)
    rest -= count * unitMs
    return count > 0 ? [`${count}${unit}`] : []
  })
  return parts.join('') || '0s'
}
