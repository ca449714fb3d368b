import { EngineFailure } from './engine.ts'

export const isWorkloadId = (id: string): boolean => /^[A-Za-z0-9][A-Za-z0-9-]*$/.test(id)

/** Ids become parts of names, paths and addresses, so anything else than letters, digits and hyphens is refused. */
export function checkedId(id: string): string {
  if (isWorkloadId(id)) return id
  throw new EngineFailure('invalidSpec', `${JSON.stringify(id)} is not a workload id. Use letters, digits and hyphens.`)
}
