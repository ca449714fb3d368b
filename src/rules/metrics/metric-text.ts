import type { MetricUnit } from '../../contract/wire/instance/metrics/metric-chart.ts'

const KIB = 1024
const sizes = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** Three digits are enough to compare two values at a glance. */
function figure(value: number): string {
  const size = Math.abs(value)
  return String(Number(value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3)))
}

function sizeText(bytes: number): string {
  let value = bytes
  let unit = 0
  while (Math.abs(value) >= KIB && unit < sizes.length - 1) {
    value /= KIB
    unit += 1
  }
  return `${figure(value)} ${sizes[unit]}`
}

/** Returns a value of a series as text: `0.25 vCPU`, `2.5 mCPU` for thousandths of a vCPU, `12.5 MiB/s`, `80 ms`. */
export function metricText(unit: MetricUnit, value: number): string {
  switch (unit) {
    case 'millicores':
      return value > 0 && value < 100 ? `${figure(value)} mCPU` : `${figure(value / 1000)} vCPU`
    case 'bytes':
      return sizeText(value)
    case 'bytesPerSecond':
      return `${sizeText(value)}/s`
    case 'perSecond':
      return `${figure(value)}/s`
    case 'count':
      return figure(value)
    case 'milliseconds':
      return value >= 1000 ? `${figure(value / 1000)} s` : `${figure(value)} ms`
  }
}
