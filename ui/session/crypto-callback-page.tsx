import { CircleCheck, CircleQuestionMark, CircleX } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { useTitle } from '../hooks/use-title.ts'
import { LinkButton } from '../parts/actions/link-button.tsx'
import { ResultPage } from './result-page.tsx'

const sent = {
  icon: <CircleCheck />,
  tone: 'good',
  title: 'Payment sent',
  text: 'Your balance is updated as soon as the payment is confirmed. You can close this tab.',
} as const

const cancelled = {
  icon: <CircleX />,
  tone: 'bad',
  title: 'Payment cancelled',
  text: 'Nothing was charged. You can go back and try again.',
} as const

const unknown = {
  icon: <CircleQuestionMark />,
  tone: 'warn',
  title: 'No payment to show',
  text: 'This link contains no payment. See your billing history for past payments.',
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
