/** Returns permissions as users write them, such as 0644; empty for none. */
export const fileModeText = (mode: number): string => (Number.isNaN(mode) ? '' : mode.toString(8).padStart(4, '0'))

/** Reads octal digits; NaN for anything else. */
export const typedFileMode = (typed: string): number =>
  /^0?[0-7]{1,3}$/.test(typed.trim()) ? Number.parseInt(typed.trim(), 8) : Number.NaN
