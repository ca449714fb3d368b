import type { MetricParam, MetricUnit } from '../../contract/wire/instance/metrics/metric-chart.ts'

interface SeriesFacts {
  label: string
  unit: MetricUnit
}

export const metricFacts: Readonly<Record<MetricParam, SeriesFacts>> = {
  cpu: { label: 'CPU', unit: 'millicores' },
  memory: { label: 'Memory', unit: 'bytes' },
  networkIn: { label: 'Received', unit: 'bytesPerSecond' },
  networkOut: { label: 'Sent', unit: 'bytesPerSecond' },
  diskRead: { label: 'Read', unit: 'bytesPerSecond' },
  diskWrite: { label: 'Written', unit: 'bytesPerSecond' },
  diskUsed: { label: 'Disk used', unit: 'bytes' },
  restarts: { label: 'Restarts', unit: 'count' },
  requests: { label: 'Requests', unit: 'perSecond' },
  status1xx: { label: '1xx', unit: 'perSecond' },
  status2xx: { label: '2xx', unit: 'perSecond' },
  status3xx: { label: '3xx', unit: 'perSecond' },
  status4xx: { label: '4xx', unit: 'perSecond' },
  status5xx: { label: '5xx', unit: 'perSecond' },
  latencyP50: { label: 'p50', unit: 'milliseconds' },
  latencyP95: { label: 'p95', unit: 'milliseconds' },
  latencyP99: { label: 'p99', unit: 'milliseconds' },
  bytesIn: { label: 'Request bodies', unit: 'bytesPerSecond' },
  bytesOut: { label: 'Response bodies', unit: 'bytesPerSecond' },
  connections: { label: 'Open connections', unit: 'count' },
}
