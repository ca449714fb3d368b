import type { Instance } from '../../../src/contract/wire/compute.ts'
import type { Scope } from '../../http/handler.ts'

/** Who only visits a public organisation is not told the values of variables: they often hold passwords. */
export const forVisitors = (instance: Instance, scope: Scope | null): Instance =>
  scope?.role ? instance : { ...instance, environment: instance.environment.map(({ name }) => ({ name, value: '' })) }
