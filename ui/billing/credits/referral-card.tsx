import { Link } from 'react-router-dom'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { REFERRAL_MATURES_AFTER_DAYS } from '../../../src/rules/referral.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useQuery } from '../../hooks/use-query.ts'
import { DescriptionList } from '../../parts/facts/description-list.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Price } from '../../parts/text/price.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { MayButton } from '../../shell/permissions/may-button.tsx'

/** The referral credit of the user, who may convert it for this organisation. Without any there is no card. */
export const ReferralCard = () => {
  const send = useSend()
  const credit = lastLoaded(useQuery('readReferralCredit', {}).data)?.value
  if (!credit || credit.available + credit.pending === 0) return null
  const { available, pending, nextMaturesAt } = credit
  return (
    <Card
      title="Your referral credit"
      text={`It belongs to you, and pays for nothing until you convert it. It can be used ${REFERRAL_MATURES_AFTER_DAYS} days after the purchase that earned it.`}
      actions={
        <MayButton
          may="billing.write"
          disabled={available === 0}
          onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'convertReferralCredit' } })}
        >
          Convert
        </MayButton>
      }
    >
      <DescriptionList
        facts={[
          {
            term: 'Available',
            value: (
              <Link to="entries?of=available" aria-label="Entries of the available referral credit">
                <Price micros={available} decimals={4} />
              </Link>
            ),
          },
          {
            term: 'Pending',
            value: (
              <>
                <Link to="entries?of=pending" aria-label="Entries of the pending referral credit">
                  <Price micros={pending} decimals={4} />
                </Link>
                {nextMaturesAt !== null && (
                  <>
                    {' '}
                    (next available <RelativeTime at={nextMaturesAt} />)
                  </>
                )}
              </>
            ),
          },
        ]}
      />
    </Card>
  )
}
