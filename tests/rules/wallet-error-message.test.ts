import { expect, test } from 'vitest'
import { walletErrorMessage } from '../../src/rules/wallet-error-message.ts'

test('a wallet that is missing is named [A5.9]', () => {
  expect(walletErrorMessage('missing', 'phantom')).toBe('Phantom not installed, please install!')
  expect(walletErrorMessage('missing', 'io.metamask')).toBe('MetaMask not installed, please install!')
  expect(walletErrorMessage('missing', 'another')).toBe('No crypto wallet found. Please install it.')
})

test('a wallet that was asked and did not sign is not said to be missing', () => {
  for (const kind of ['rejected', 'failed'] as const)
    expect(walletErrorMessage(kind, 'phantom')).not.toContain('install')
})
