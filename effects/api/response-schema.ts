import { callManifest } from '../../src/contract/call-manifest.ts'
import { configCalls } from '../../src/contract/calls/config-calls.ts'
import type { CallName, Contract } from '../../src/contract/contract.ts'

export type ResponseSchema<N extends CallName> = Contract[N]['response']

const first: Partial<Contract> = configCalls

const fetchContract = async () => (await import('../../src/contract/whole-contract.ts')).contract

/** Returns the schema of a call's response. Only the configuration's is in the first load. */
export const responseSchemaOf = async <N extends CallName>(name: N): Promise<ResponseSchema<N>> =>
  (first[name] ?? (await fetchContract())[name]).response

/** Resolves when the manifest has the call's method and path. */
export const manifestComplete = async (name: CallName): Promise<void> => {
  if (callManifest[name].path === undefined) await fetchContract()
}
