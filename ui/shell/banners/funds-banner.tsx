import type { Organization } from '../../../src/contract/wire/account.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { fundsBanner } from '../../../src/rules/funds/funds-banner.ts'
import { PayLink } from '../../billing/pay-link.tsx'
import { useBlocked } from '../../hooks/use-membership.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Banner } from '../../parts/state/banner.tsx'
import { dayAndClockText } from '../../parts/text/time-text.ts'

/** When the funds of an organisation end, or what is stopped without them. */
export const FundsBanner = ({ organization }: { organization: Organization }) => {
  const { data } = useQuery('readOverdue', { id: organization._id })
  const mayPay = useBlocked('billing.write') === undefined
  const funds = lastLoaded(data)?.value.funds
  const banner = funds && fundsBanner(funds, dayAndClockText)
  if (!banner) return null
  const { tone, title, text } = banner
  return (
    <Banner across tone={tone} title={title} actions={<PayLink username={organization.profile.username} />}>
      {mayPay ? text : `${text} A member who manages billing can top up.`}
    </Banner>
  )
}
