import { Wallet } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import type { FoundWallet } from '../../../src/core/world.ts'
import { selectWallets } from '../../../src/wallets/wallets.ts'
import { CaptchaField } from '../../captcha/captcha-field.tsx'
import { useConfiguration, useProductName } from '../../hooks/use-configuration.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useSelected } from '../../hooks/use-selected.ts'
import { useTitle } from '../../hooks/use-title.ts'
import { Button } from '../../parts/actions/button.tsx'
import { LinkButton } from '../../parts/actions/link-button.tsx'
import { Text } from '../../parts/text/text.tsx'
import { useSignInQuery } from './use-sign-in-query.ts'
import css from './wallet-page.module.css'
import { WelcomeFrame } from './welcome-frame.tsx'

/** Offered even if not installed: pressing one shows how to install it. */
const wellKnown: FoundWallet[] = [
  { id: 'io.metamask', name: 'MetaMask', icon: null, chain: 'evm' },
  { id: 'phantom', name: 'Phantom', icon: null, chain: 'solana' },
]

/** Signs in with a message signed by a crypto wallet. */
export const WalletPage = () => {
  const send = useSend()
  const { search } = useSignInQuery()
  const product = useProductName()
  const { found, deciding } = useSelected(selectWallets)
  const captcha = useConfiguration()?.captcha
  const [captchaToken, setCaptchaToken] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  useTitle('Log in with a wallet')
  useEffect(() => {
    send({ type: 'ui/walletsRequested' })
    return () => send({ type: 'ui/walletsLeft' })
  }, [send])

  const press = ({ id, chain }: FoundWallet) => {
    send({ type: 'ui/walletSignInPressed', id, chain, ...(captchaToken && { captchaToken }) })
    // A wallet that is not installed signs nothing, and a token is valid once.
    if (!found.some((wallet) => wallet.id === id)) return
    setCaptchaToken(null)
    setAttempt((before) => before + 1)
  }

  const missing = wellKnown.filter(({ id }) => !found.some((wallet) => wallet.id === id))
  return (
    <WelcomeFrame
      title={`Log in to ${product}`}
      text="Your wallet signs a message. This costs nothing and transfers nothing."
      corner={<LinkButton to={`/signup${search}`}>Sign Up</LinkButton>}
      footer={
        <>
          No wallet? <Link to={`/login${search}`}>Log in another way</Link>
        </>
      }
    >
      {captcha && <CaptchaField key={attempt} captcha={captcha} onToken={setCaptchaToken} />}
      {[...found, ...missing].map((wallet) => (
        <Button
          key={wallet.id}
          wide
          size="large"
          disabled={Boolean(captcha) && captchaToken === null}
          icon={wallet.icon === null ? <Wallet /> : <img className={css.icon} src={wallet.icon} alt="" />}
          onClick={() => press(wallet)}
        >
          {wallet.name}
        </Button>
      ))}
      <div className={css.waiting} role="status">
        {deciding !== null && (
          <Text size="sm" tone="muted">
            Sign the message in your wallet.
          </Text>
        )}
      </div>
    </WelcomeFrame>
  )
}
