import { configCalls } from '../../src/contract/calls/config-calls.ts'
import type { CallName, Contract } from '../../src/contract/contract.ts'

export type AnswerSchema<N extends CallName> = Contract[N]['answer']

const first: Partial<Contract> = configCalls

/** What every page asks for is in the first load; the shapes of all other answers come beside the first of them. */
export const answerSchemaOf = async <N extends CallName>(name: N): Promise<AnswerSchema<N>> =>
  (first[name] ?? (await import('../../src/contract/contract.ts')).contract[name]).answer
