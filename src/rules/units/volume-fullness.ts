/** The percentages of a volume's size at which its users are warned. */
export const WARNING_PERCENTS = [80, 95] as const

/** Returns how full a volume is in whole percent; undefined while it is not measured. */
export const volumePercent = (usedBytes: number | null, sizeBytes: number): number | undefined =>
  usedBytes === null ? undefined : Math.floor((usedBytes / sizeBytes) * 100)

/** Returns the highest warning that a percentage has reached; 0 for none. */
export const reachedWarning = (percent: number): number =>
  WARNING_PERCENTS.findLast((warning) => percent >= warning) ?? 0
