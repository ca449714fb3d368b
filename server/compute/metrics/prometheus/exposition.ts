/** The text format of Prometheus, version 0.0.4. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export interface ExposedMetric {
  name: string
  help: string
  samples: { labels: Readonly<Record<string, string>>; value: number }[]
}

/** Returns gauges in the text format; metrics without a sample are left out. */
export function exposition(metrics: readonly ExposedMetric[]): string {
  const lines: string[] = []
  for (const { name, help, samples } of metrics) {
    if (samples.length === 0) continue
    lines.push(`# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`, `# TYPE ${name} gauge`)
    for (const { labels, value } of samples) lines.push(`${name}{${labelText(labels)}} ${value}`)
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

const labelText = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',')

const escaped = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
