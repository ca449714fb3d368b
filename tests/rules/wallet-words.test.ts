import { expect, test } from 'vitest'
import { walletWords } from '../../src/rules/wallet-words.ts'

test('a wallet that is missing is named [A5.9]', () => {
  expect(walletWords('missing', 'phantom')).toBe('Phantom not installed, please install!')
  expect(walletWords('missing', 'io.metamask')).toBe('MetaMask not installed, please install!')
  expect(walletWords('missing', 'another')).toBe('No crypto wallet found. Please install it.')
})

test('a wallet that was asked and did not sign is not said to be missing', () => {
  for (const kind of ['refused', 'failed'] as const) expect(walletWords(kind, 'phantom')).not.toContain('install')
})
