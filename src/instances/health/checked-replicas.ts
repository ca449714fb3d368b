import type { Instance } from '../../contract/wire/compute.ts'

/** How many replicas of a running instance have results, by the configuration of its deployment. */
export const checkedReplicas = (
  { state, desiredState, services }: Pick<Instance, 'state' | 'desiredState' | 'services'>,
  configured: readonly { name: string; healthCheck: object | null }[],
): number => {
  if (state !== 'Active' || desiredState !== 'active') return 0
  const checked = new Set(configured.filter(({ healthCheck }) => healthCheck).map(({ name }) => name))
  return services.reduce((sum, { name, replicas }) => sum + (checked.has(name) ? replicas : 0), 0)
}
