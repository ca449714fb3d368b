import type { Wallet } from '../../../src/contract/wire/account.ts'

export interface MessageParts {
  purpose: keyof typeof statements
  wallet: Wallet
  address: string
  chainId: number
  nonce: string
  /** Public URL of the product. */
  publicUrl: string
  productName: string
  issuedAt: Date
  expiresAt: Date
}

/** The statement that the user reads in the wallet and agrees to. */
const statements = {
  signIn: (product: string) => `Sign in to ${product}. This costs nothing and transfers nothing.`,
  disconnect: (product: string) => `Disconnect this wallet from ${product}. Afterwards, it can no longer sign in.`,
}

/**
 * Composes an EIP-4361 message, or one of the same form for Solana: the wallet shows the requesting site, the purpose
 * and the expiry.
 */
export const walletMessage = async (parts: MessageParts): Promise<string> => {
  const { host, origin } = new URL(parts.publicUrl)
  const statement = statements[parts.purpose](parts.productName)
  const times = { issuedAt: parts.issuedAt.toISOString(), expirationTime: parts.expiresAt.toISOString() }
  if (parts.wallet === 'metamask') {
    const { SiweMessage } = await import('siwe')
    const { address, chainId, nonce } = parts
    return new SiweMessage({
      domain: host,
      address,
      statement,
      uri: origin,
      version: '1',
      chainId,
      nonce,
      ...times,
    }).prepareMessage()
  }
  return [
    `${host} wants you to sign in with your Solana account:`,
    parts.address,
    '',
    statement,
    '',
    `URI: ${origin}`,
    'Version: 1',
    'Chain ID: mainnet',
    `Nonce: ${parts.nonce}`,
    `Issued At: ${times.issuedAt}`,
    `Expiration Time: ${times.expirationTime}`,
  ].join('\n')
}
