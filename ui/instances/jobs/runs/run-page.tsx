import { ArrowLeft, CircleStop, RotateCw } from 'lucide-react'
import { useParams } from 'react-router-dom'
import * as v from 'valibot'
import { type Run, runId } from '../../../../src/contract/wire/jobs/job.ts'
import { isNotFound } from '../../../../src/core/failure.ts'
import { useIsVisitor } from '../../../hooks/use-organization.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import { LinkButton } from '../../../parts/actions/link-button.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { MissingState } from '../../../parts/waiting/missing-state.tsx'
import { Remote } from '../../../parts/waiting/remote.tsx'
import { SkeletonCard } from '../../../parts/waiting/skeleton-card.tsx'
import { MayButton } from '../../../shell/permissions/may-button.tsx'
import { LogPanel } from '../../logs/log-panel.tsx'
import { useCurrentInstance } from '../../page/use-instance.ts'
import { RunFacts } from './run-facts.tsx'
import { isLive } from './run-texts.ts'
import { useRunActions } from './use-run-actions.ts'

const idIn = (text: string | undefined) => {
  const read = v.safeParse(runId, text)
  return read.success ? read.output : null
}

/** One run with its output, which grows live. */
export const RunPage = () => {
  const instance = useCurrentInstance()
  const id = idIn(useParams().runId)
  const isVisitor = useIsVisitor()
  const { data, retry } = useQuery('readRun', id && !isVisitor ? { id: instance._id, runId: id } : null)
  if (id === null || isVisitor || (data.kind === 'failed' && isNotFound(data.failure)))
    return (
      <MissingState
        headingLevel={2}
        title="Run not found"
        text="Its history may have been removed: only the newest runs are kept."
        to="../jobs"
        label="Go to jobs"
      />
    )
  return (
    <Remote data={data} retry={retry} title="The run could not be loaded" loading={<SkeletonCard />}>
      {({ run }) => (
        <Stack>
          <RunFacts run={run} actions={<RunButtons run={run} canStart={instance.desiredState === 'active'} />} />
          <LogPanel
            key={run._id}
            deployment={{ _id: run.deploymentId }}
            type="runLogs"
            logs={[{ name: run.logName, slot: 0, label: '', title: '', colour: 0 }]}
            instance={instance}
          />
        </Stack>
      )}
    </Remote>
  )
}

const RunButtons = ({ run, canStart }: { run: Run; canStart: boolean }) => {
  const { cancel, runAgain, isRunning } = useRunActions(run)
  return (
    <>
      <LinkButton size="small" icon={<ArrowLeft />} to={run.job ? `../jobs?job=${run.job._id}` : '../jobs'}>
        All runs
      </LinkButton>
      {isLive(run) ? (
        <MayButton
          may="instances.write"
          size="small"
          icon={<CircleStop />}
          busy={isRunning}
          disabled={run.cancelRequested}
          onClick={cancel}
        >
          Cancel run
        </MayButton>
      ) : (
        <MayButton
          may="instances.write"
          size="small"
          icon={<RotateCw />}
          busy={isRunning}
          disabled={!canStart}
          onClick={runAgain}
        >
          Run again
        </MayButton>
      )}
    </>
  )
}
