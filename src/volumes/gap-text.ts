const lastTime = (lastGapMs: number | null): string =>
  lastGapMs === null ? '' : ` The last time, this took ${(lastGapMs / 1000).toFixed(1)} seconds.`

/** Says that a deployment of an instance with volumes interrupts it. */
export const gapText = (lastGapMs: number | null): string =>
  `Volumes are kept. They have one writer, so the old replicas stop before the new ones start.${lastTime(lastGapMs)}`

/** Warns that an update interrupts the instance when it has volumes; otherwise says that it does not. */
export const updateText = (isMounted: boolean, lastGapMs: number | null): string =>
  isMounted
    ? gapText(lastGapMs)
    : 'The current deployment serves until the new one is ready, and stays if the new one fails.'
