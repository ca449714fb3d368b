import type { InstanceId } from '../../../../src/contract/wire/common.ts'
import type { Engine } from '../../../engines/engine.ts'
import type { Engines } from '../../../engines/engines.ts'
import type { ProbeResult } from '../../../engines/interface/commands.ts'
import type { Db } from '../../../store/connection.ts'
import { appendSystemLines } from '../../logs/chunks/append-lines.ts'
import { limitConcurrency } from '../../logs/reading/limit-concurrency.ts'
import type { MaskerOf } from '../../logs/reading/read-workload.ts'
import { systemLine } from '../../logs/stored-line.ts'
import { lockInstance } from '../roll-out/lock-instance.ts'
import { healthResultOf } from './health-result-of.ts'
import type { HealthResults } from './health-results.ts'
import { describeCheck, probeOf } from './probe-of.ts'
import { readReplicaChecks } from './replica-checks.ts'

export interface CheckHealthOptions {
  db: Db
  engines: Engines<Pick<Engine, 'probe'>>
  healthResults: Pick<HealthResults, 'record'>
  maskerOf: MaskerOf
}

const MAX_CONCURRENT_PROBES = 16
/** Shorter than the time limit of a check may be, because a request waits for it. */
const MAX_PROBE_MS = 5000
const MAX_TOTAL_MS = 25_000

/**
 * Checks all replicas of the deployment that serves once, writes the results to its events, and returns a summary.
 * Replicas are restarted by their periodic checks only.
 */
export async function checkHealth(
  { db, engines, healthResults, maskerOf }: CheckHealthOptions,
  id: InstanceId,
): Promise<string> {
  const rows = await readReplicaChecks(db, id)
  const checked = rows.flatMap(({ check, ...row }) => (row.isServing && check ? [{ ...row, check }] : []))
  const [first] = checked
  if (!first) return 'No running replica has a health check'

  const mask = await maskerOf(first.deploymentId)
  const inTurn = limitConcurrency(MAX_CONCURRENT_PROBES)
  const signal = AbortSignal.timeout(MAX_TOTAL_MS)
  const results = await Promise.all(
    checked.map(({ replicaId, engine, workloadId, check }) =>
      inTurn(async () => {
        const atMs = Date.now()
        const probe = { ...probeOf(check), timeoutMs: Math.min(check.timeoutMs, MAX_PROBE_MS) }
        // An engine that cannot tell says nothing about the program.
        const send = async () => engines.of(engine).probe(workloadId, probe, signal)
        const result = await send().catch(() => undefined)
        if (result) healthResults.record(replicaId, healthResultOf(result, { atMs, durationMs: Date.now() - atMs }))
        return result
      }),
    ),
  )
  const lines = checked.map(({ service, index, check }, at) => {
    const result = textOf(results[at])
    return systemLine(mask(`${service} ${index + 1}: Health check on request (${describeCheck(check)}): ${result}`))
  })
  await db.transaction(async (tx) => {
    await lockInstance(tx, id)
    await appendSystemLines(tx, { deploymentId: first.deploymentId, logType: 'instanceEvents' }, lines)
  })
  const passed = results.filter((result) => result?.isReady).length
  return `${passed} of ${results.length} replicas passed their health check`
}

const textOf = (result: ProbeResult | undefined): string => {
  if (!result) return 'the engine does not respond'
  return result.isReady ? 'passed' : `failed. ${result.reason}`
}
