/** The percentages of a volume's size at which its users are warned. */
const WARNING_PERCENTS = [80, 95, 100] as const

/** Returns how full a volume is in whole percent; undefined while it is not measured. */
export const volumePercent = (usedBytes: number | null, sizeBytes: number): number | undefined =>
  usedBytes === null ? undefined : Math.floor((usedBytes / sizeBytes) * 100)

/** A volume must empty by this much before it is warned about again. */
const RESET_PERCENTS = 5

/** Returns the highest warning that was given after a measurement; 0 for none. A higher one than before is to be given. */
export function nextWarning(percent: number, warned: number): number {
  const reached = WARNING_PERCENTS.findLast((warning) => percent >= warning) ?? 0
  return reached > warned || percent < warned - RESET_PERCENTS ? reached : warned
}

/** What a volume may exceed its size by where the engine does not enforce it: it is measured some time later. */
const TOLERANCE = 1.1

/** How much a volume may use before its service is stopped. */
export const volumeLimitBytes = (sizeBytes: number): number => Math.floor(sizeBytes * TOLERANCE)

/** How a volume's use is shown, by the same percentages. */
export function volumeTone(usedBytes: number, sizeBytes: number): 'good' | 'warn' | 'bad' {
  const reached = nextWarning(volumePercent(usedBytes, sizeBytes) ?? 0, 0)
  return reached === 0 ? 'good' : reached === WARNING_PERCENTS[0] ? 'warn' : 'bad'
}
