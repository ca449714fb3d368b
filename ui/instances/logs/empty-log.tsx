import type { Instance } from '../../../src/contract/wire/compute.ts'
import type { LogType } from '../../../src/contract/wire/log.ts'
import { LogbookArt } from '../../parts/art/logbook-art.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'

type EmptyLogProps = { type: LogType; instance: Instance; isFiltered: boolean; isCleared: boolean }

export const EmptyLog = ({ type, instance, isFiltered, isCleared }: EmptyLogProps) => {
  if (isFiltered) return <EmptyState title="No line matches" text="Lines that match appear here as they are printed." />
  if (isCleared) return <EmptyState title="Cleared" text="New lines appear here; nothing was deleted." />
  return <EmptyState art={<LogbookArt />} title="No lines yet" text={emptyLogMessage(type, instance)} />
}

const emptyLogMessage = (type: LogType, { state, desiredState }: Instance): string => {
  const isOver = state === 'Closed' || state === 'Failed-start' || desiredState !== 'active'
  if (isOver) return 'This deployment wrote none.'
  if (type === 'instanceLogs') return 'What the program prints appears here as it is printed.'
  if (type === 'instanceEvents') return 'Restarts, health and other events appear here as they happen.'
  return 'What is done to deploy appears here as it is done.'
}
