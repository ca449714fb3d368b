import type { MetricUnit } from '../../contract/wire/instance/metrics/metric-chart.ts'

const KIB = 1024
const sizes = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** Three digits are enough to compare two values at a glance. */
function figure(value: number): string {
  const size = Math.abs(value)
  return String(Number(value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3)))
}

function sizeText(bytes: number, scale: number): string {
  let size = Math.abs(scale)
  let unit = 0
  while (size >= KIB && unit < sizes.length - 1) {
    size /= KIB
    unit += 1
  }
  return `${figure(bytes / KIB ** unit)} ${sizes[unit]}`
}

/**
 * Returns a value of a series as text: `0.25 vCPU`, `2.5 mCPU` for thousandths of a vCPU, `12.5 MiB/s`, `80 ms`. Values
 * that are read together, such as those of an axis, share the unit of the greatest: `scale`.
 */
export function metricText(unit: MetricUnit, value: number, scale = value): string {
  switch (unit) {
    case 'millicores':
      return scale > 0 && scale < 100 ? `${figure(value)} mCPU` : `${figure(value / 1000)} vCPU`
    case 'bytes':
      return sizeText(value, scale)
    case 'bytesPerSecond':
      return `${sizeText(value, scale)}/s`
    case 'perSecond':
      return `${figure(value)}/s`
    case 'count':
      return figure(value)
    case 'milliseconds':
      return scale >= 1000 ? `${figure(value / 1000)} s` : `${figure(value)} ms`
  }
}
