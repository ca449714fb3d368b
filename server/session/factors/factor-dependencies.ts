import type { Config } from '../../config.ts'
import type { Tokens } from '../tokens.ts'
import type { ProofDependencies, Prove } from './prove.ts'

/** Dependencies of the handlers for second factors. */
export interface FactorDependencies extends ProofDependencies {
  config: Pick<Config, 'mode' | 'publicUrl' | 'product'>
  prove: Prove
  tokens: Tokens
}
