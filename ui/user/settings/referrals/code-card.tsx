import { ScrollText } from 'lucide-react'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { referralLink } from '../../../../src/rules/referral.ts'
import { useSend } from '../../../hooks/use-console.tsx'
import { useQuery } from '../../../hooks/use-query.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { CopyButton } from '../../../parts/actions/copy-button.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Remote } from '../../../parts/waiting/remote.tsx'
import { SkeletonRows } from '../../../parts/waiting/skeleton-rows.tsx'
import { CodeForm } from './code-form.tsx'
import { ShareLinks } from './share-links.tsx'

const MAX_LINK_LENGTH = 150

/** The user's referral code and link. */
export const CodeCard = () => {
  const send = useSend()
  const { data, retry } = useQuery('readReferralCode', {})
  return (
    <Card
      title="Code, Refer, & Earn Credits!"
      text="Share your code or your link. You earn credit on the first purchase of each user who signs up with it."
      actions={
        <Button
          icon={<ScrollText />}
          onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'referralRules' } })}
        >
          View referral rules
        </Button>
      }
    >
      <Remote
        data={data}
        retry={retry}
        title="Your code could not be loaded"
        value={lastLoaded(data)?.value.referralCode ?? null}
        loading={<SkeletonRows rows={2} columns={2} />}
      >
        {(code) => <Code code={code} />}
      </Remote>
    </Card>
  )
}

const Code = ({ code }: { code: string }) => {
  const link = referralLink(window.location.origin, code)
  return (
    <Stack gap={5}>
      <CodeForm code={code} />
      <TextField
        label="Referral link"
        value={link}
        readOnly
        mono
        maxLength={MAX_LINK_LENGTH}
        after={<CopyButton text={link} label="Copy referral link" />}
      />
      <ShareLinks link={link} code={code} />
    </Stack>
  )
}
