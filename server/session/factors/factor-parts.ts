import type { Config } from '../../config.ts'
import type { Tokens } from '../tokens.ts'
import type { ProofParts, Prove } from './prove.ts'

/** What the calls about second factors work with. */
export interface FactorParts extends ProofParts {
  config: Pick<Config, 'mode' | 'publicUrl' | 'product'>
  prove: Prove
  tokens: Tokens
}
