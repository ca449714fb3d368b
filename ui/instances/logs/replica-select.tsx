import type { ReplicaLog } from '../../../src/rules/deployments/replica-logs.ts'
import { Combobox } from '../../parts/choices/combobox.tsx'
import { Select } from '../../parts/choices/select.tsx'

/** The value of the first replica, whose log has no name. No service has this name. */
const FIRST = '.'
/** More need a search. */
const MAX_OPTIONS = 10

type ReplicaSelectProps = { logs: readonly ReplicaLog[]; value: string; onChange: (name: string) => void }

/** Chooses the replica whose output is shown. */
export const ReplicaSelect = ({ logs, value, onChange }: ReplicaSelectProps) => {
  const hasSeveral = (service: string) => logs.filter((log) => log.service === service).length > 1
  const options = logs.map(({ name, service, index }) => ({
    value: name || FIRST,
    label: hasSeveral(service) ? `${service} ${index + 1}` : service,
  }))
  const field = { label: 'Replica', options, value: value || FIRST }
  const choose = (name: string | null) => onChange(name === FIRST ? '' : (name ?? ''))
  return logs.length > MAX_OPTIONS ? <Combobox {...field} onChange={choose} /> : <Select {...field} onChange={choose} />
}
