/** Returns the message for a wallet error. */
export const walletErrorMessage = (kind: 'missing' | 'rejected' | 'failed', id: string): string => {
  if (kind === 'rejected') return 'Nothing was signed. Sign the message in your wallet to continue.'
  if (kind === 'failed') return 'Your wallet did not respond correctly. Unlock it and try again.'
  if (id === 'phantom') return 'Phantom not installed, please install!'
  if (id === 'io.metamask') return 'MetaMask not installed, please install!'
  return 'No crypto wallet found. Please install it.'
}
