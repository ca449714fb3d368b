import { expect, test } from 'vitest'
import { walletErrorMessage } from '../../src/rules/wallet-error-message.ts'

test('the message names a missing wallet [A5.9]', () => {
  expect(walletErrorMessage('missing', 'phantom')).toBe('Phantom not installed, please install!')
  expect(walletErrorMessage('missing', 'io.metamask')).toBe('MetaMask not installed, please install!')
  expect(walletErrorMessage('missing', 'another')).toBe('No crypto wallet found. Please install it.')
})

test('the message for a rejected or failed signature does not ask to install the wallet', () => {
  expect(walletErrorMessage('rejected', 'phantom')).toMatch(/Sign the message in your wallet/)
  expect(walletErrorMessage('failed', 'phantom')).toMatch(/Unlock it and try again/)
})
