import { useEffect } from 'react'
import type { Wallet } from '../../../src/contract/wire/account.ts'
import { providerNames } from '../../../src/rules/sign-in-providers.ts'
import { selectWalletDisconnect } from '../../../src/wallets/wallet-disconnects.ts'
import { selectWallets } from '../../../src/wallets/wallets.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { Button } from '../../parts/actions/button.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import { Banner } from '../../parts/state/banner.tsx'

/** Shown when the request was sent and no response arrived. */
const UNSURE_TITLE = 'The wallet may still be connected. Try again'
/** Offered even if not installed: pressing one shows how to install it. */
const wellKnown = { metamask: 'io.metamask', phantom: 'phantom' } as const

/** The wallet's owner signs; a user who has lost it proves their identity in another way. */
export const DisconnectWallet = ({ provider, onClose }: { provider: Wallet; onClose: () => void }) => {
  const send = useSend()
  const { mutate } = useMutation('disconnectLogin')
  const { step, error } = useSelected(selectWalletDisconnect(provider), [provider])
  const chain = provider === 'metamask' ? 'evm' : 'solana'
  const found = useSelected(selectWallets).found.filter((wallet) => wallet.chain === chain)
  useEffect(() => {
    send({ type: 'ui/walletsRequested' })
    return () => send({ type: 'ui/walletsLeft' })
  }, [send])

  const name = providerNames[provider]
  const offered = found.length > 0 ? found : [{ id: wellKnown[provider], name }]
  return (
    <Dialog
      title="Are you sure?"
      text={`You will no longer be able to log in with ${name}, and sessions that it opened will end. Logging in with it later creates a new account. Your wallet must sign to confirm.`}
      onClose={onClose}
      note={
        <>
          <span role="status">{step === 'signing' && 'Sign the message in your wallet.'}</span>
          {step !== 'signing' && (
            <Button variant="quiet" busy={step === 'sending'} onClick={() => mutate({ provider })}>
              I lost this wallet
            </Button>
          )}
        </>
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {offered.map(({ id, name: called }) => (
            <Button
              key={id}
              variant="danger"
              busy={step !== null}
              onClick={() => send({ type: 'ui/walletDisconnectPressed', provider, id })}
            >
              Sign with {called}
            </Button>
          ))}
        </>
      }
    >
      {error && (
        <Banner tone="bad" title={error.isUnsure ? UNSURE_TITLE : 'The wallet was not disconnected'}>
          {error.message}
        </Banner>
      )}
    </Dialog>
  )
}
