import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../parts/actions/button.tsx'
import { Checkbox } from '../../parts/choices/checkbox.tsx'
import { Popover } from '../../parts/overlay/popover.tsx'
import type { PanelLog } from './reading/panel-log.ts'
import css from './replica-filter.module.css'

type ReplicaFilterProps = {
  logs: readonly PanelLog[]
  chosen: readonly PanelLog[]
  /** Called with the names of the chosen logs; none stand for all. */
  onChange: (names: readonly string[]) => void
}

const namesOf = (logs: readonly PanelLog[]): string[] => logs.map(({ name }) => name)

const chosenText = (logs: readonly PanelLog[], chosen: readonly PanelLog[]): string => {
  if (chosen.length === logs.length) return 'All replicas'
  const [only, another] = chosen
  return only && !another ? only.label : `${chosen.length} of ${logs.length} replicas`
}

/** Chooses the replicas whose lines are shown. */
export const ReplicaFilter = ({ logs, chosen, onChange }: ReplicaFilterProps) => {
  const [isOpen, setOpen] = useState(false)
  const isAll = chosen.length === logs.length
  const text = chosenText(logs, chosen)
  const toggle = (log: PanelLog, isChosen: boolean) =>
    onChange(namesOf(logs.filter((other) => (other === log ? isChosen : chosen.includes(other)))))
  return (
    <Popover
      title="Replicas"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button aria-label={`Replicas: ${text}`}>
          {text}
          <ChevronDown aria-hidden="true" />
        </Button>
      }
    >
      <div className={css.list}>
        <Checkbox label="All replicas" checked={isAll} mixed={!isAll} disabled={isAll} onChange={() => onChange([])} />
        {logs.map((log) => (
          <div key={log.name} className={css.replica}>
            <Checkbox
              label={log.label}
              checked={chosen.includes(log)}
              onChange={({ target }) => toggle(log, target.checked)}
            />
            <Button size="small" variant="quiet" aria-label={`Only ${log.label}`} onClick={() => onChange([log.name])}>
              Only
            </Button>
          </div>
        ))}
      </div>
    </Popover>
  )
}
