import type { Instance } from '../../../src/contract/wire/compute.ts'
import type { LogType } from '../../../src/contract/wire/log.ts'
import { LogbookArt } from '../../parts/art/logbook-art.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'

type EmptyLogProps = { type: LogType; instance: Instance; isFiltered: boolean; isCleared: boolean }

export const EmptyLog = ({ type, instance, isFiltered, isCleared }: EmptyLogProps) => {
  if (isFiltered) return <EmptyState title="No matching lines" text="Matching lines appear here as they arrive." />
  if (isCleared) return <EmptyState title="View cleared" text="New lines appear here. Nothing was deleted." />
  return <EmptyState art={<LogbookArt />} title="No lines yet" text={emptyLogMessage(type, instance)} />
}

const emptyLogMessage = (type: LogType, { state, desiredState }: Instance): string => {
  if (type === 'runLogs') return 'The output of the command appears here live.'
  const isOver = state === 'Closed' || state === 'Failed-start' || desiredState !== 'active'
  if (isOver && type === 'shellCommands') return 'In this deployment, no command was run and no shell was opened.'
  if (isOver) return 'This deployment wrote no lines.'
  if (type === 'instanceLogs') return 'The output of the program appears here live.'
  if (type === 'instanceEvents') return 'Restarts, health and other events appear here as they happen.'
  if (type === 'shellCommands')
    return 'Commands, shells and file sessions in its containers appear here as they happen, without what was typed or printed.'
  return 'The steps of the deployment appear here as they happen.'
}
