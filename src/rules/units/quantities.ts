const KIB = 1024
const bytesByUnit: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Ki: KIB,
  Mi: KIB ** 2,
  Gi: KIB ** 3,
  Ti: KIB ** 4,
}
const written = ['Ti', 'Gi', 'Mi', 'Ki'] as const

/** `512Mi`, `1.5Gi`, `1G` or a number of bytes. */
export const BYTES_PATTERN = /^(\d{1,15}(?:\.\d{1,9})?)([kMGT]|[KMGT]i)?B?$/
/** Cores, as `0.5`, or thousandths of a core, as `500m`. */
export const CPU_PATTERN = /^(\d{1,9}(?:\.\d{1,9})?)(m)?$/

/** Returns null unless it is a whole number of bytes. */
export const parseBytes = (text: string | number): number | null => {
  const [, figure, unit = ''] = BYTES_PATTERN.exec(String(text)) ?? []
  return figure === undefined ? null : wholeOrNull(Number(figure) * (bytesByUnit[unit] ?? Number.NaN))
}

/** Returns the shortest exact form. */
export const formatQuantity = (bytes: number): string | number => {
  const unit = written.find((unit) => bytes > 0 && bytes % (bytesByUnit[unit] ?? 1) === 0)
  return unit === undefined ? bytes : `${bytes / (bytesByUnit[unit] ?? 1)}${unit}`
}

/** Returns thousandths of a core; null unless they are whole. */
export const parseCpu = (text: string | number): number | null => {
  const [, figure, milli] = CPU_PATTERN.exec(String(text)) ?? []
  if (figure === undefined) return null
  // Rounded to remove the error of the multiplication: 0.07 × 1000 is 70.00000000000001.
  return wholeOrNull(milli ? Number(figure) : Number((Number(figure) * 1000).toFixed(6)))
}

export const formatCores = (milli: number): number => milli / 1000

const wholeOrNull = (value: number): number | null => (Number.isSafeInteger(value) ? value : null)
