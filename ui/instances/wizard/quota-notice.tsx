import type { Quota } from '../../../src/contract/wire/quota.ts'
import { quotaAmount, quotaExceededMessage, quotaTitle } from '../../../src/rules/quotas.ts'
import { Banner } from '../../parts/state/banner.tsx'
import type { QuotaView } from './deploy/use-quota.ts'

/** Warns beside the price when a quota is exhausted or nearly so. */
export const QuotaNotice = ({ quota: { need, exceeded, scarce } }: { quota: QuotaView }) => {
  if (exceeded)
    return (
      <Banner tone="warn" title="Quota exceeded">
        {quotaExceededMessage(exceeded, need)}
      </Banner>
    )
  if (scarce.length === 0) return null
  return (
    <Banner title="Your quota is nearly used up">With this instance: {scarce.map(quotaUsageLabel).join(', ')}.</Banner>
  )
}

const quotaUsageLabel = ({ name, used, limit }: Quota): string =>
  `${quotaTitle(name)} ${quotaAmount(name, used)} of ${quotaAmount(name, limit ?? 0)}`
