import { Wallet } from 'lucide-react'
import { useEffect, useId } from 'react'
import { chainName } from '../../../src/rules/evm-wallets.ts'
import { walletErrorMessage } from '../../../src/rules/wallet-error-message.ts'
import { selectWallets } from '../../../src/wallets/wallets.ts'
import { openedWalletOf, selectWithdrawals } from '../../../src/withdrawals/withdrawals.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useSelected } from '../../hooks/use-selected.ts'

import { Button } from '../../parts/actions/button.tsx'
import { CopyId } from '../../parts/actions/copy-id.tsx'
import { Row } from '../../parts/layout/row.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Text } from '../../parts/text/text.tsx'
import css from './payout-wallet.module.css'

/** The wallet to be paid, which has to be connected and to sign. */
export const PayoutWallet = ({ error }: { error: string | undefined }) => {
  const send = useSend()
  const found = useSelected(selectWallets).found.filter(({ chain }) => chain === 'evm')
  const withdrawals = useSelected(selectWithdrawals)
  const wallet = openedWalletOf(withdrawals)
  const label = useId()
  useEffect(() => {
    send({ type: 'ui/walletsRequested' })
    return () => send({ type: 'ui/walletsLeft' })
  }, [send])

  return (
    <Stack gap={2}>
      <p className={css.label} id={label}>
        Connect wallet
      </p>
      {found.length === 0 ? (
        <Text tone="muted">{walletErrorMessage('missing', 'any')}</Text>
      ) : (
        <fieldset aria-labelledby={label} className={css.wallets}>
          <Row wrap>
            {found.map(({ id, name, icon }) => (
              <Button
                key={id}
                icon={icon === null ? <Wallet /> : <img className={css.icon} src={icon} alt="" />}
                busy={withdrawals.wallet.kind === 'opening'}
                onClick={() => send({ type: 'ui/payoutWalletPressed', id })}
              >
                {name}
              </Button>
            ))}
          </Row>
        </fieldset>
      )}
      {wallet && (
        <Text as="span" size="sm" tone="muted">
          Connected on {chainName(wallet.chainId)}: <CopyId id={wallet.address} label="Copy connected address" />
        </Text>
      )}
      {error && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
    </Stack>
  )
}
