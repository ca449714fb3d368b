import { randomUUID } from 'node:crypto'
import type { Caller } from '../../../server/http/handler.ts'
import type { InputOf } from '../../../src/contract/contract.ts'
import type { OrganizationId, ProjectId } from '../../../src/contract/wire/common.ts'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import type { ComputeHarness } from '../../server/compute-harness.ts'

export interface OtherOrganization {
  organizationId: OrganizationId
  projectId: ProjectId
  deploy(settings: Partial<InputOf<'createInstance'>>): Promise<Instance>
}

/**
 * Creates another tenant of the same installation; the harness's own user deploys its instances unless `caller` is
 * given.
 */
export async function otherOrganization(harness: ComputeHarness, caller?: Caller): Promise<OtherOrganization> {
  const organizationId = randomUUID() as OrganizationId
  const projectId = randomUUID() as ProjectId
  await harness.store.pool.query(
    `insert into organization (id, name, username, site_id, compute_id, storage_id)
     values ($1, 'Other', $2, gen_random_uuid(), gen_random_uuid(), gen_random_uuid())`,
    [organizationId, `other-${organizationId}`],
  )
  await harness.store.pool.query(`insert into project (id, organization_id, name) values ($1, $2, 'Theirs')`, [
    projectId,
    organizationId,
  ])
  return {
    organizationId,
    projectId,
    async deploy(settings) {
      const { instance } = await harness.call(
        'createInstance',
        {
          organizationId,
          projectId,
          name: 'theirs',
          region: 'us-west',
          machineImageId: 'nano',
          image: 'longshore/clock:1',
          ...settings,
        },
        { scope: { organizationId, role: 'owner', permissions: [] }, ...(caller && { caller }) },
      )
      return instance
    },
  }
}
