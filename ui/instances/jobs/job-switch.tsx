import type { Job } from '../../../src/contract/wire/jobs/job.ts'
import { useBlocked } from '../../hooks/use-membership.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { Switch } from '../../parts/choices/switch.tsx'

/** Pauses and resumes a job. It shows the new setting at once, and the old one again if the request fails. */
export const JobSwitch = ({ job: { _id: jobId, instanceId: id, name, enabled } }: { job: Job }) => {
  const { mutate, isRunning } = useMutation('updateJob')
  const blocked = useBlocked('instances.write')
  return (
    <Switch
      label={`${name} is enabled`}
      labelHidden
      checked={isRunning ? !enabled : enabled}
      disabled={blocked !== undefined}
      title={blocked}
      onChange={({ target }) => mutate({ id, jobId, enabled: target.checked })}
    />
  )
}
