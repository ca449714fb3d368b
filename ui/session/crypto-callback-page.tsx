import { CircleCheck, CircleQuestionMark, CircleX } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { useTitle } from '../hooks/use-title.ts'
import { LinkButton } from '../parts/actions/link-button.tsx'
import { ResultPage } from './result-page.tsx'

const sent = {
  icon: <CircleCheck />,
  tone: 'good',
  title: 'Payment sent',
  text: 'Your balance follows as soon as the payment is confirmed. You can close this tab.',
} as const

const cancelled = {
  icon: <CircleX />,
  tone: 'bad',
  title: 'Payment cancelled',
  text: 'Nothing was charged. Go back and try again whenever you like.',
} as const

const unknown = {
  icon: <CircleQuestionMark />,
  tone: 'warn',
  title: 'No payment to show',
  text: 'This address belongs to a payment, and says nothing of one. Your billing history knows what was paid.',
} as const

/** The return page of a crypto checkout. A notification reports whether the payment arrived. */
export const CryptoCallbackPage = () => {
  const [query] = useSearchParams()
  const success = query.get('copperx_success')
  useTitle('Payment')
  return (
    <ResultPage
      {...(success === 'true' ? sent : success === 'false' ? cancelled : unknown)}
      actions={
        <LinkButton variant="primary" size="large" wide to="/">
          Back to Home
        </LinkButton>
      }
    />
  )
}
