import { EngineFailure } from './engine.ts'

export const isWorkloadId = (id: string): boolean => /^[A-Za-z0-9][A-Za-z0-9-]*$/.test(id)

/**
 * Validates a workload id: only letters, digits and hyphens, because ids become parts of names, paths and addresses.
 */
export function checkedId(id: string): string {
  if (isWorkloadId(id)) return id
  throw new EngineFailure(
    'invalidSpec',
    `${JSON.stringify(id)} is not a valid workload id. Use letters, digits and hyphens.`,
  )
}
