import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { failureMessage } from '../../../src/core/failure.ts'
import { selectPendingSignIn } from '../../../src/session/session.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { useTitle } from '../../hooks/use-title.ts'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonText } from '../../parts/waiting/skeleton-text.tsx'
import { FactorProof } from '../factor-proof.tsx'
import { FullScreenWait } from '../passing/full-screen-wait.tsx'
import { useSignInQuery } from './use-sign-in-query.ts'
import { WelcomeFrame } from './welcome-frame.tsx'

/** The second step of signing in; there is no session before it. */
export const VerifyPage = () => {
  const send = useSend()
  const { search } = useSignInQuery()
  const pending = useSelected(selectPendingSignIn)
  useTitle('Confirm your login')
  useEffect(() => send({ type: 'ui/secondFactorOpened' }), [send])
  if (pending === null) return <FullScreenWait />
  return (
    <WelcomeFrame
      title="Confirm your login"
      text="Your account is protected by a second factor."
      corner={null}
      steady
      footer={
        <>
          Not you?{' '}
          <Link to={`/login${search}`} onClick={() => send({ type: 'ui/secondFactorLeft' })}>
            Log in another way
          </Link>
        </>
      }
    >
      <SecondFactor signIn={pending} />
    </WelcomeFrame>
  )
}

const SecondFactor = ({ signIn }: { signIn: string }) => {
  const { data, retry } = useQuery('readSignIn', { signIn })
  const { mutate, isRunning, failure, fieldError } = useMutation('completeSignIn')
  return (
    <Remote data={data} retry={retry} title="Your login could not be loaded" loading={<SkeletonText lines={3} />}>
      {({ methods }) => (
        <FactorProof
          methods={methods}
          use="secondFactor"
          isRunning={isRunning}
          error={fieldError('proof.code') ?? (failure ? failureMessage(failure) : undefined)}
          onCode={(proof) => mutate({ signIn, proof })}
        />
      )}
    </Remote>
  )
}
