import type { Instance } from '../../../src/contract/wire/compute.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { failureLines } from '../../../src/instances/events/failure-lines.ts'
import { useBlocked } from '../../hooks/use-membership.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { LastLines } from './last-lines.tsx'

type FailureLinesProps = { instance: Instance }

/** The last lines that a program wrote before the failure that its instance reports; only for users who may read logs. */
export const FailureLines = ({ instance }: FailureLinesProps) =>
  useBlocked('logs.read') === undefined && instance.error && <Lines instance={instance} at={instance.error.at} />

const Lines = ({ instance, at }: FailureLinesProps & { at: string }) => {
  const { data } = useQuery('readInstanceEvents', { id: instance._id, subject: 'replicas', skip: 0, limit: 20 })
  return <LastLines lines={failureLines(lastLoaded(data)?.value.events ?? [], at)} />
}
