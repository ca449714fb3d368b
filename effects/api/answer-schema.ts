import { configCalls } from '../../src/contract/calls/config-calls.ts'
import type { CallName, Contract } from '../../src/contract/contract.ts'

export type AnswerSchema = Contract[CallName]['answer']

/** What every page asks for is in the first load; the shapes of all other answers come beside the first of them. */
export const answerSchemaOf = async (name: CallName): Promise<AnswerSchema> => {
  if (name === 'readConfig') return configCalls.readConfig.answer
  const { contract } = await import('../../src/contract/contract.ts')
  return contract[name].answer
}
