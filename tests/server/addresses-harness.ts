import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InputOf } from '../../src/contract/contract.ts'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import type { ServiceSettings } from '../../src/contract/wire/instance/service.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'

export interface AddressesHarness extends ComputeHarness {
  /** Deploys the service `web` of a built-in image, which listens on 8080. */
  lease(settings: Partial<InputService>, name?: string): Promise<InstanceId>
  /** Deploys a new configuration of it. */
  change(id: InstanceId, settings: Partial<InputService>): Promise<void>
  end(id: InstanceId, how: 'closed' | 'deleted'): Promise<void>
}

type InputService = Pick<ServiceSettings, 'ipLease' | 'staticAddress' | 'ports' | 'replicas'>

const size = { cpuMilli: 100, memoryBytes: 134_217_728, storageBytes: 536_870_912 }
export const web = {
  name: 'web',
  image: 'longshore/hello:1',
  ...size,
  ports: [{ containerPort: 8080, protocol: 'tcp' as const, exposure: 'public' as const }],
}

/** A control plane whose only region has the pool. Its addresses are of loopback and used by nothing else. */
export async function addressesHarness(pool: string[], environment: NodeJS.ProcessEnv = {}): Promise<AddressesHarness> {
  const folder = mkdtempSync(join(tmpdir(), 'longshore-addresses-'))
  const file = join(folder, 'regions.json')
  writeFileSync(file, JSON.stringify([{ name: 'us-west', title: 'US West', addressPool: pool }]))
  const harness = await computeHarness({ environment: { LONGSHORE_REGIONS: file, ...environment } })
  // Only a member is told what the organisation gave back.
  await harness.store.pool.query("insert into member (organization_id, user_id, role) values ($1, $2, 'owner')", [
    harness.organizationId,
    harness.userId,
  ])
  const configured = (settings: Partial<InputService>): InputOf<'createInstance'>['configuration'] => ({
    services: [{ ...web, ...settings }],
  })
  return {
    ...harness,
    async lease(settings, name = 'Fleet') {
      const { organizationId, projectId } = harness
      const given = { organizationId, projectId, name, region: 'us-west', configuration: configured(settings) }
      return (await harness.call('createInstance', given)).instance._id
    },
    async change(id, settings) {
      await harness.call('updateInstance', { id, configuration: configured(settings) })
    },
    async end(id, how) {
      const { organizationId } = harness
      if (how === 'deleted') {
        await harness.call('deleteInstance', { id })
        return harness.waitUntilDeleted(id)
      }
      await harness.call('closeInstance', { id, organizationId })
      await harness.inState(id, 'Closed')
    },
    async close() {
      await harness.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns where the only port of the only service is reached. */
export const placeOf = ({ services }: Instance) => services[0]?.ports[0]?.address
