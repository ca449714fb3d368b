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

/** Returns the display name of a chain, or its id if the chain is not well known. */
export const chainName = (chainId: number): string => chains[chainId] ?? `Chain ${chainId}`

/** EVM addresses are case-insensitive. */
export const isSameWallet = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Shown if the connected wallet differs from the one to be paid. */
export const OTHER_WALLET_MESSAGE = 'Please connect the wallet entered in the wallet address field'
