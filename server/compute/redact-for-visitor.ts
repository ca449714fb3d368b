import type { Instance, Project } from '../../src/contract/wire/compute.ts'
import type { Scope } from '../http/handler.ts'

/** Members are told all; who only visits a public organisation, what `visitors` leaves. */
export const redactForVisitor = <T>(value: T, scope: Scope | null, visitors: (value: T) => T): T =>
  scope?.role ? value : visitors(value)

/** What is paid is the organisation's own affair. Names of variables only, whatever an old event holds. */
export const instanceForVisitors = (instance: Instance): Instance => ({
  ...instance,
  environment: instance.environment.map(({ name }) => ({ name })),
  extendedInstances: [],
})

export const projectForVisitors = (project: Project): Project => ({ ...project, topupReport: null })
