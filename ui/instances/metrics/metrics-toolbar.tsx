import { Download, Pause, Play } from 'lucide-react'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import type { MetricFilter } from '../../../src/contract/wire/instance/metrics/metric-chart.ts'
import { type MetricsView, metricRanges } from '../../../src/instances/metrics/metrics-range.ts'
import type { QueryChange } from '../../hooks/use-url-query.ts'
import { Button } from '../../parts/actions/button.tsx'
import { Select } from '../../parts/choices/select.tsx'
import { timeSpanText } from '../../parts/text/time-text.ts'
import css from './metrics-toolbar.module.css'

type MetricsToolbarProps = {
  instance: Instance
  view: MetricsView
  /** What the charts show now; undefined before the first response. */
  shown: { startDate: number; endDate: number } | undefined
  onChoose: (change: QueryChange) => void
  /** Undefined while there is nothing to save. */
  onSave: (() => void) | undefined
}

const ALL = '.'
const filters: { value: MetricFilter; label: string }[] = [
  { value: 'together', label: 'Replicas together' },
  { value: 'replicas', label: 'Each replica' },
  { value: 'peak', label: 'Highest replica' },
]

/** Chooses what the charts show. All of it is in the address. */
export const MetricsToolbar = ({ instance, view, shown, onChoose, onSave }: MetricsToolbarProps) => {
  const { range, window, filter, service } = view
  const services = [...new Set(instance.services.map(({ name }) => name))]
  return (
    <div className={css.toolbar}>
      <Select
        label="Time range"
        labelHidden
        options={[
          ...metricRanges,
          ...(window ? [{ value: 'window' as const, label: windowText(window.startDate, window.endDate) }] : []),
        ]}
        value={window ? 'window' : range}
        onChange={(next) => next !== 'window' && onChoose({ range: next === '1h' ? '' : next, from: '', to: '' })}
      />
      {services.length > 1 && (
        <Select
          label="Service"
          labelHidden
          options={[{ value: ALL, label: 'All services' }, ...services.map((name) => ({ value: name, label: name }))]}
          value={service || ALL}
          onChange={(name) => onChoose({ service: name === ALL ? '' : name })}
        />
      )}
      <Select
        label="Replicas"
        labelHidden
        options={filters}
        value={filter}
        onChange={(next) => onChoose({ view: next === 'together' ? '' : next })}
      />
      <span className={css.actions}>
        {window ? (
          <Button icon={<Play />} onClick={() => onChoose({ from: '', to: '' })}>
            Live
          </Button>
        ) : (
          <Button
            icon={<Pause />}
            disabled={!shown}
            onClick={() => shown && onChoose({ from: String(shown.startDate), to: String(shown.endDate) })}
          >
            Pause
          </Button>
        )}
        <Button icon={<Download />} disabled={!onSave} onClick={onSave}>
          CSV
        </Button>
      </span>
    </div>
  )
}

const windowText = (from: number, to: number): string => timeSpanText(from * 1000, to * 1000, Date.now())
