import type { InstanceConfiguration } from '../../contract/wire/instance/instance-configuration.ts'
import { findStartCycle } from '../../contract/wire/instance/start-order.ts'

type Ordered = Pick<InstanceConfiguration['services'][number], 'name' | 'startAfter'>

/** Returns the path of what is wrong with the start order, which the contract reports for all services together. */
export const startOrderPath = (services: readonly Ordered[]): string[] | undefined => {
  const names = new Set(services.map(({ name }) => name))
  for (const [at, { name, startAfter }] of services.entries()) {
    const wrong = startAfter.findIndex((other) => other === name || !names.has(other))
    if (wrong >= 0) return ['services', String(at), 'startAfter', String(wrong)]
  }
  const [first] = findStartCycle(services) ?? []
  const at = services.findIndex(({ name }) => name === first)
  return at < 0 ? undefined : ['services', String(at), 'startAfter']
}
