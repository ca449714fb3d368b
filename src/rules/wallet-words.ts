/** What is said where a wallet did not do as asked. */
export const walletWords = (kind: 'missing' | 'refused' | 'failed', id: string): string => {
  if (kind === 'refused') return 'Nothing was signed. Sign the message in your wallet to go on.'
  if (kind === 'failed') return 'Your wallet did not answer as it should. Unlock it and try again.'
  if (id === 'phantom') return 'Phantom not installed, please install!'
  if (id === 'io.metamask') return 'MetaMask not installed, please install!'
  return 'No crypto wallet found. Please install it.'
}
