import { configCalls } from '../../src/contract/calls/config-calls.ts'
import type { CallName, Contract } from '../../src/contract/contract.ts'

export type ResponseSchema<N extends CallName> = Contract[N]['response']

const first: Partial<Contract> = configCalls

/** Schemas of calls that every page makes are in the first load; all others load with the first of their calls. */
export const responseSchemaOf = async <N extends CallName>(name: N): Promise<ResponseSchema<N>> =>
  (first[name] ?? (await import('../../src/contract/contract.ts')).contract[name]).response
