const chains: Record<number, string> = {
  1: 'Ethereum',
  10: 'OP Mainnet',
  56: 'BNB Smart Chain',
  100: 'Gnosis',
  137: 'Polygon',
  250: 'Fantom',
  314: 'Filecoin',
  8453: 'Base',
  42161: 'Arbitrum One',
  43114: 'Avalanche',
  11155111: 'Sepolia',
}

/** What people call a chain; its number where it is not well known. */
export const chainName = (chainId: number): string => chains[chainId] ?? `Chain ${chainId}`

/** An address is one address in any case of its letters. */
export const isSameWallet = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Said where the wallet that is open is another one than the one that is to be paid. */
export const OTHER_WALLET_MESSAGE = 'Please connect the wallet entered in the wallet address field'
