import type { InstanceId, OrganizationId, ProjectId } from '../../../../src/contract/wire/common.ts'
import type { Engine } from '../../../engines/engine.ts'

export interface NetworkedInstance {
  id: InstanceId
  organizationId: OrganizationId
  projectId: ProjectId
  /** Its name in the network of its project. */
  host: string
}

export interface NamedReplica {
  workloadId: string
  service: string
}

export type NetworkEngine = Pick<Engine, 'capabilities' | 'createNetwork' | 'connect' | 'disconnect' | 'removeNetwork'>
