import type { Run, RunId } from '../../../src/contract/wire/jobs/job.ts'
import { type Author, writeAudit } from '../../audit/write-audit.ts'
import type { Engine } from '../../engines/engine.ts'
import type { Engines } from '../../engines/engines.ts'
import type { Tx } from '../../store/connection.ts'
import type { CreateOptions } from '../instances/create-instance.ts'
import { createRun, type NewRun } from './runs/create-run.ts'
import { readRun } from './runs/run-wire.ts'

export type JobOptions = Pick<CreateOptions, 'db' | 'admission' | 'regions'> & {
  engines: Engines<Pick<Engine, 'capabilities'>>
}

/** Creates a run that a user asked for, with its audit entry. The command is not written there. */
export async function startRun(
  tx: Tx,
  options: JobOptions,
  author: Author & { settle?: ((tx: Tx, response: { run: Run }) => Promise<void>) | undefined },
  run: NewRun & { jobName?: string },
): Promise<{ run: Run }> {
  const { organizationId, id: instanceId, name } = run.instance
  const read = async (id: RunId) => ({ run: await readRun(tx, { _id: id, instanceId }) })
  const id = await createRun(tx, options, run, async (created) => {
    await writeAudit(tx, author, {
      organizationId,
      action: 'instance.commandRun',
      target: name,
      after: run.jobName === undefined ? { service: run.serviceName ?? '' } : { job: run.jobName },
    })
    await author.settle?.(tx, await read(created))
  })
  return read(id)
}
