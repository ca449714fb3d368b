import { callManifest } from '../../src/contract/call-manifest.ts'
import { configCalls } from '../../src/contract/calls/config-calls.ts'
import type { CallName, Contract } from '../../src/contract/contract.ts'
import { once } from './once.ts'

export type ResponseSchema<N extends CallName> = Contract[N]['response']

/** Loads the parts of the contract, each once. A part completes the manifest of its calls. */
export interface ContractParts {
  console(): Promise<Partial<Contract>>
  further(): Promise<Partial<Contract>>
}

export const contractParts: ContractParts = {
  console: once(async () => (await import('../../src/contract/parts/console-part.ts')).consoleCalls),
  further: once(async () => (await import('../../src/contract/parts/further-part.ts')).furtherCalls),
}

/** Only the configuration's schema is in the first load. */
const first: Partial<Contract> = configCalls

const partOf = (name: CallName, parts: ContractParts): Promise<Partial<Contract>> =>
  callManifest[name].isFurther ? parts.further() : parts.console()

/** Returns the schema of a call's response. */
export const responseSchemaOf = async <N extends CallName>(
  name: N,
  parts: ContractParts,
): Promise<ResponseSchema<N>> => {
  const described = first[name] ?? (await partOf(name, parts))[name]
  if (!described) throw new Error(`${name} is not in its part of the contract.`)
  return described.response
}

/** Resolves when the manifest has the call's method and path. */
export const manifestComplete = async (name: CallName, parts: ContractParts): Promise<void> => {
  if (callManifest[name].path === undefined) await partOf(name, parts)
}
