import type { InputOf } from '../../../src/contract/contract.ts'
import type { Db } from '../../store/connection.ts'
import { isSignedBy } from './signature-of.ts'
import { spendNonce } from './wallet-nonces.ts'

type Proof = Pick<InputOf<'disconnectLogin'>, 'nonce' | 'signature'>

/**
 * Returns the address of the wallet that signed its disconnection; undefined if none did. Consumes the nonce in any
 * case.
 */
export const provenAddress = async (db: Db, { nonce, signature }: Proof): Promise<string | undefined> => {
  if (nonce === undefined || signature === undefined) return undefined
  const challenge = await spendNonce(db, 'disconnect', nonce)
  return challenge && (await isSignedBy({ ...challenge, signature })) ? challenge.address : undefined
}
