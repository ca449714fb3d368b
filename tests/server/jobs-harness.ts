import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../../server/engines/engine.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import type { MailJob } from '../../server/mail/mailer.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import type { Run, RunId } from '../../src/contract/wire/jobs/job.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { until } from './until.ts'

export interface JobsHarness extends ComputeHarness {
  /** The ids of the workloads that were started for runs. */
  started: string[]
  /** The mails that were sent. */
  mails: MailJob[]
  instanceOf(secret?: string): Promise<Instance>
  ended(instance: Instance, id: RunId): Promise<Run>
}

/**
 * The process engine runs no commands, so built-in images stand for them: `exit 3` prints a line and the value of TOKEN,
 * and `forever` does not end.
 */
export async function jobsHarness(): Promise<JobsHarness> {
  const folder = mkdtempSync(join(tmpdir(), 'longshore-jobs-'))
  const processes = createProcessEngine({ dataFolder: folder })
  const started: string[] = []
  const mails: MailJob[] = []
  const mailer = {
    ready: async () => {},
    send: async (_: unknown, mail: MailJob) => void mails.push(mail),
    nudge: () => {},
  }
  const engine: Engine = {
    ...processes,
    capabilities: async () => ({ ...(await processes.capabilities()), commands: true }),
    start: ({ command, ...spec }, signal) => {
      if (!spec.id.startsWith('run-')) return processes.start(spec, signal)
      started.push(spec.id)
      const [name, code = '0'] = command ?? []
      if (name === 'forever') return processes.start({ ...spec, image: 'longshore/clock:1' }, signal)
      const environment = { LINES: '1', EXIT_CODE: code }
      return processes.start({ ...spec, image: 'longshore/burst:1', environment }, signal)
    },
  }
  const harness = await computeHarness({ engine, mailer, limits: { settleMs: 50, graceMs: 500 } })
  const size = { cpuMilli: 100, memoryBytes: 128 * 1024 ** 2, storageBytes: 512 * 1024 ** 2 }
  return {
    ...harness,
    started,
    mails,
    async instanceOf(secret = 'deep-sea-secret') {
      const environment = [{ name: 'TOKEN', value: secret, isSecret: true }]
      const services = [{ name: 'app', image: 'longshore/clock:1', environment, ...size }]
      const { organizationId, projectId } = harness
      const { instance } = await harness.call('createInstance', {
        organizationId,
        projectId,
        name: 'Ferry',
        region: 'us-west',
        configuration: { services },
      })
      return harness.inState(instance._id, 'Active')
    },
    ended: ({ _id }, id) =>
      until(async () => {
        const { run } = await harness.call('readRun', { id: _id, runId: id })
        return run.endedAt === null ? undefined : run
      }, 20_000),
    async close() {
      await harness.close()
      await processes.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
