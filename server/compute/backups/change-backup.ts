import { and, eq } from 'drizzle-orm'
import type { InstanceId, ProjectId } from '../../../src/contract/wire/common.ts'
import type { BackupSource } from '../../../src/contract/wire/volumes/backup.ts'
import { nextOccurrence } from '../../../src/rules/schedule/schedule.ts'
import type { Engine } from '../../engines/engine.ts'
import type { Tx } from '../../store/connection.ts'
import { deployments, instances, volumes } from '../../store/schema.ts'
import { invalidField } from '../catalogue/invalid-field.ts'
import { type EngineLookup, engineOfInstance } from '../instances/placing/engine-of-instance.ts'
import { checkSchedule } from '../jobs/check-schedule.ts'
import type { BackupRow } from './backup-wire.ts'

type Timing = Pick<BackupRow, 'schedule' | 'timeZone' | 'isEnabled' | 'verifySchedule'>

/** Rejects what is no schedule, and returns when a plan is due next. */
export function dueTimes(timing: Timing, now: Date): Pick<BackupRow, 'nextAt' | 'verifyAt'> {
  const { schedule, timeZone, isEnabled, verifySchedule } = timing
  checkSchedule({ schedule, timeZone }, now)
  if (verifySchedule !== null) {
    try {
      checkSchedule({ schedule: verifySchedule, timeZone }, now)
    } catch {
      throw invalidField('verifySchedule', 'Enter a schedule that comes, such as 0 4 * * 0.')
    }
  }
  const next = (text: string | null) =>
    isEnabled && text !== null ? (nextOccurrence({ schedule: text, timeZone }, now) ?? null) : null
  return { nextAt: next(schedule), verifyAt: next(verifySchedule) }
}

/** Rejects a dump where the engine of an instance cannot return the output of a command as bytes. */
export async function checkStreams(
  options: EngineLookup<Pick<Engine, 'capabilities'>>,
  instance: InstanceId,
): Promise<void> {
  const engine = await engineOfInstance(options, instance)
  if (!engine || (await engine.capabilities()).streams) return
  throw invalidField('source.command', 'The engine of this region makes no dumps. Use a region with Docker or Podman.')
}

/** Rejects a source that is not in the project, at its field, and returns its columns. */
export async function sourceColumns(tx: Tx, projectId: ProjectId, source: BackupSource) {
  if (source.content === 'volume') {
    const found = await tx.$count(volumes, and(eq(volumes.id, source.volumeId), eq(volumes.projectId, projectId)))
    if (found === 0) throw invalidField('source.volumeId', 'This volume does not exist in the project.')
    return { content: source.content, volumeId: source.volumeId, pause: source.pause }
  }
  const [instance] = await tx
    .select({ configuration: deployments.configuration })
    .from(instances)
    .innerJoin(deployments, eq(deployments.id, instances.desiredDeployment))
    .where(and(eq(instances.id, source.instanceId), eq(instances.projectId, projectId)))
  if (!instance) throw invalidField('source.instanceId', 'This instance does not exist in the project.')
  const names = instance.configuration.services.map(({ name }) => name)
  if (!names.includes(source.serviceName))
    throw invalidField('source.serviceName', `Unknown service. Choose one of ${names.join(', ')}.`)
  const { content, instanceId, serviceName: service, command } = source
  return { content, instanceId, service, command }
}
