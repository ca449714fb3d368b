/** An alert that fires goes on until the value is this much on the other side of its threshold. */
const MARGIN = 0.05

interface Threshold {
  direction: 'above' | 'below'
  threshold: number
}

/** Returns whether a value breaches a threshold; while it fires, a value close to the threshold still does. */
export function breachesThreshold(value: number, { direction, threshold }: Threshold, isFiring: boolean): boolean {
  const margin = isFiring ? threshold * MARGIN : 0
  return direction === 'above' ? value > threshold - margin : value < threshold + margin
}
