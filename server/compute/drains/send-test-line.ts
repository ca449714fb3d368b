import { eq } from 'drizzle-orm'
import type { DeploymentId, InstanceId, ProjectId } from '../../../src/contract/wire/common.ts'
import type { Db } from '../../store/connection.ts'
import { organizations } from '../../store/schema.ts'
import { SECRETS_LOST } from './delivery/drain-supervisor.ts'
import type { DrainSecrets } from './rows/drain-secrets.ts'
import type { DrainRow } from './rows/drain-wire.ts'
import { openTarget, type TargetConnections } from './targets/open-target.ts'
import type { DrainRecord } from './targets/record.ts'

const LIMIT_MS = 20_000
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Sends one line to the target of a drain, past the lines that wait, and returns its answer. */
export async function sendTestLine(
  { db, secrets, outgoing }: { db: Db; secrets: DrainSecrets; outgoing: TargetConnections },
  row: DrainRow,
  signal: AbortSignal,
): Promise<{ isDelivered: boolean; message: string }> {
  const opened = secrets.open(row)
  if (!opened) return { isDelivered: false, message: SECRETS_LOST }
  const [organization] = await db
    .select({ name: organizations.username })
    .from(organizations)
    .where(eq(organizations.id, row.organizationId))
  const target = await openTarget(row, opened, outgoing)
  const limit = AbortSignal.timeout(LIMIT_MS)
  try {
    const result = await target.send([testRecord(row, organization?.name ?? '')], AbortSignal.any([signal, limit]))
    return result.kind === 'sent'
      ? { isDelivered: true, message: result.reply }
      : { isDelivered: false, message: result.error }
  } catch (error) {
    if (!limit.aborted) throw error
    return { isDelivered: false, message: `The target did not answer within ${LIMIT_MS / 1000} seconds.` }
  }
}

const testRecord = ({ name, organizationId, projectId, instanceId }: DrainRow, organization: string): DrainRecord => ({
  origin: {
    organizationId,
    organization,
    // A test is of no deployment.
    projectId: projectId ?? (NO_ID as ProjectId),
    project: 'test',
    instanceId: instanceId ?? (NO_ID as InstanceId),
    instance: 'test',
    deploymentId: NO_ID as DeploymentId,
    logType: 'logs',
    log: '',
    service: 'test',
    replica: 1,
  },
  sequence: 1,
  atMs: Date.now(),
  stream: 'system',
  text: `Test line of the log drain ${name}`,
})
