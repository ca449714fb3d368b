import { failureMessage } from '../../src/core/failure.ts'
import { selectUser } from '../../src/organizations/organizations.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { useSelected } from '../hooks/use-selected.ts'
import { useTitle } from '../hooks/use-title.ts'
import { Button } from '../parts/actions/button.tsx'
import { LinkButton } from '../parts/actions/link-button.tsx'
import { Card } from '../parts/layout/card.tsx'
import { PageBody } from '../parts/layout/page-body.tsx'
import { Stack } from '../parts/layout/stack.tsx'
import { PageHeader } from '../parts/navigation/page-header.tsx'
import { Banner } from '../parts/state/banner.tsx'
import { ReferralRules } from './settings/referrals/referral-rules.tsx'

/** Joins the referral programme, unless the installation has a form of its own. */
export const ReferralRegistrationPage = () => {
  const user = useSelected(selectUser)
  const { mutate, isRunning, failure } = useMutation('joinReferral')
  useTitle('Referral programme')
  const isIn = user?.preferences.referralEnabled ?? false
  return (
    <PageBody width="form" gap={5}>
      <PageHeader title="Referral programme" text="Invite others and earn credit." />
      <Card
        title={isIn ? 'You have joined the programme' : 'Referral rules'}
        footer={
          isIn ? (
            <LinkButton variant="primary" to="/user/settings/referrals">
              View your code
            </LinkButton>
          ) : (
            <Button variant="primary" busy={isRunning} onClick={() => mutate({})}>
              Join the programme
            </Button>
          )
        }
      >
        <Stack>
          {failure && (
            <Banner tone="bad" title="You could not join">
              {failureMessage(failure)}
            </Banner>
          )}
          <ReferralRules />
        </Stack>
      </Card>
    </PageBody>
  )
}
