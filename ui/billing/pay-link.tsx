import { fundsPath } from '../../src/rules/funds/notice-text.ts'
import { useConfiguration } from '../hooks/use-configuration.ts'
import { useBlocked } from '../hooks/use-membership.ts'
import { LinkButton } from '../parts/actions/link-button.tsx'
import { hasBilling } from './billing-tabs.ts'

/** A link to the billing pages, for members who may pay. Nothing without billing. */
export const PayLink = ({ username }: { username: string }) => {
  const mayPay = useBlocked('billing.write') === undefined
  if (!hasBilling(useConfiguration()) || !mayPay) return null
  return (
    <LinkButton size="small" to={fundsPath(username)}>
      Open billing
    </LinkButton>
  )
}
