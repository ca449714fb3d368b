import { configCalls } from '../../src/contract/calls/config-calls.ts'
import type { CallName, Contract } from '../../src/contract/contract.ts'

export type ResponseSchema<N extends CallName> = Contract[N]['response']

const first: Partial<Contract> = configCalls

/** What every page asks for is in the first load; the shapes of all other answers come beside the first of them. */
export const responseSchemaOf = async <N extends CallName>(name: N): Promise<ResponseSchema<N>> =>
  (first[name] ?? (await import('../../src/contract/contract.ts')).contract[name]).response
