import { appendLines } from '../../../server/compute/logs/chunks/append-lines.ts'
import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import type { OrganizationFixture, PlatformHarness } from '../../server/platform-harness.ts'

const LINES_PER_CHUNK = 500

/** Writes a log of half a megabyte for each chunk, which takes a slow reader long to download. */
export const writeLongLog = async (
  { store }: PlatformHarness,
  { deploymentId }: OrganizationFixture,
  chunks: number,
): Promise<void> => {
  const lines = Array.from({ length: LINES_PER_CHUNK }, () => ({
    atMs: 0,
    stream: 'stdout' as const,
    text: 'x'.repeat(1000),
  }))
  for (let chunk = 0; chunk < chunks; chunk += 1)
    await appendLines(store.db, {
      deploymentId: deploymentId as DeploymentId,
      logType: 'instanceLogs',
      service: '',
      firstSequence: chunk * lines.length + 1,
      lines,
      resume: {},
    })
}

/** Writes an audit log of 30 megabytes, which takes a slow reader long to export. */
export const writeLongAuditLog = ({ store }: PlatformHarness, { organizationId }: OrganizationFixture) =>
  store.pool.query(
    `insert into audit_entry (organization_id, actor_name, action, target, address)
     select $1, 'Ada', 'member.left', repeat('x', 10000), '' from generate_series(1, 3000)`,
    [organizationId],
  )
