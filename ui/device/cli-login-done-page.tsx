import { CircleCheck } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { useTitle } from '../hooks/use-title.ts'
import { ResultPage } from '../session/result-page.tsx'

/** The result of a command line's login. */
export const CliLoginDonePage = () => {
  const [query] = useSearchParams()
  const email = query.get('email')
  useTitle('CLI login')
  return (
    <ResultPage
      icon={<CircleCheck />}
      tone="good"
      title="CLI Login Success!"
      text={
        <>
          {email && (
            <>
              You are authenticated as <strong>{email}</strong>.{' '}
            </>
          )}
          You can close this tab and go back to your terminal.
        </>
      }
    />
  )
}
