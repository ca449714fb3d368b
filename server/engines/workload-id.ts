import { EngineFailure } from './engine.ts'

/** Ids become parts of names, paths and addresses, so anything else than letters, digits and hyphens is refused. */
export function checkedId(id: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9-]*$/.test(id)) return id
  throw new EngineFailure('invalidSpec', `${JSON.stringify(id)} is not a workload id. Use letters, digits and hyphens.`)
}
