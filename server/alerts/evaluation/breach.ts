import type { InstanceId, OrganizationId, ProjectId } from '../../../src/contract/wire/common.ts'

/** The thing that a rule watches, such as a service of an instance or a domain. */
export interface Subject {
  organizationId: OrganizationId
  projectId: ProjectId
  instanceId: InstanceId
  instanceName: string
  service: string
  /** Unique among what one rule watches. */
  target: string
}

/** What is wrong with it now. */
export interface Breach extends Subject {
  value: number | null
  summary: string
  lines: readonly string[]
}
