import { ScrollText } from 'lucide-react'
import { failureMessage } from '../../../../src/core/failure.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { referralLink } from '../../../../src/rules/referral.ts'
import { useSend } from '../../../hooks/use-console.tsx'
import { useQuery } from '../../../hooks/use-query.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { CopyButton } from '../../../parts/actions/copy-button.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { FailedState } from '../../../parts/waiting/failed-state.tsx'
import { SkeletonRows } from '../../../parts/waiting/skeleton-rows.tsx'
import { CodeForm } from './code-form.tsx'
import { ShareLinks } from './share-links.tsx'

const LONGEST_LINK = 150

/** What a person shares. */
export const CodeCard = () => {
  const send = useSend()
  const { data, retry } = useQuery('readReferralCode', {})
  const code = lastLoaded(data)?.value.referralCode ?? null
  const link = code === null ? '' : referralLink(window.location.origin, code)
  return (
    <Card
      title="Code, Refer, & Earn Credits!"
      text="Share your code or your link. You earn credit with the first purchase of everybody who comes with it."
      actions={
        <Button
          icon={<ScrollText />}
          onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'referralRules' } })}
        >
          View referral rules
        </Button>
      }
    >
      {data.kind === 'failed' && (
        <FailedState
          inline={code !== null}
          title="Your code could not be loaded"
          text={failureMessage(data.failure)}
          onRetry={retry}
        />
      )}
      {code === null && data.kind !== 'failed' && <SkeletonRows rows={2} columns={2} />}
      {code !== null && (
        <Stack gap={5}>
          <CodeForm code={code} />
          <TextField
            label="Referral link"
            value={link}
            readOnly
            mono
            maxLength={LONGEST_LINK}
            after={<CopyButton text={link} label="Copy referral link" />}
          />
          <ShareLinks link={link} code={code} />
        </Stack>
      )}
    </Card>
  )
}
