import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import type { Wallet } from '../../../src/contract/wire/account.ts'

const EVM_SIGNATURE = /^0x[0-9a-f]{130}$/i

export interface SignedMessage {
  wallet: Wallet
  address: string
  message: string
  /** Hexadecimal for an EVM wallet, base58 for a Solana one. */
  signature: string
}

/** Returns whether the owner of the address signed exactly this message. */
export const isSignedBy = async (signed: SignedMessage): Promise<boolean> => {
  try {
    return signed.wallet === 'metamask' ? await isSignedOnEvm(signed) : isSignedOnSolana(signed)
  } catch {
    return false
  }
}

const isSignedOnEvm = async ({ address, message, signature }: SignedMessage): Promise<boolean> => {
  // The library prints signatures that it cannot parse to the terminal.
  if (!EVM_SIGNATURE.test(signature)) return false
  const { SiweMessage } = await import('siwe')
  const siweMessage = new SiweMessage(message)
  const { success } = await siweMessage.verify(
    { signature, domain: siweMessage.domain, nonce: siweMessage.nonce },
    { suppressExceptions: true },
  )
  return success && siweMessage.address === address
}

const isSignedOnSolana = ({ address, message, signature }: SignedMessage): boolean => {
  const key = createPublicKey({
    format: 'jwk',
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(base58.decode(address)).toString('base64url') },
  })
  return verify(null, Buffer.from(message), key, base58.decode(signature))
}
