import { useSearchParams } from 'react-router-dom'
import { failureMessage } from '../../src/core/failure.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { useProductName } from '../hooks/use-configuration.ts'
import { useQuery } from '../hooks/use-query.ts'
import { useTitle } from '../hooks/use-title.ts'
import { LinkButton } from '../parts/actions/link-button.tsx'
import { AuthFrame } from '../parts/frame/auth-frame.tsx'
import { FailedState } from '../parts/waiting/failed-state.tsx'
import { SkeletonRows } from '../parts/waiting/skeleton-rows.tsx'
import { CodeForm } from './code-form.tsx'
import { DeviceDecision } from './device-decision.tsx'

const PATH = '/user/cli-login'
const APPROVE_WARNING = 'Approve only if you started this login and your terminal shows the same code.'
const UNKNOWN_CODE_MESSAGE = 'The code was already used, expired after ten minutes, or has a typo.'

/** Approves the command line whose code matches. */
export const CliLoginPage = () => {
  const [query] = useSearchParams()
  const code = query.get('code')?.trim() ?? ''
  const product = useProductName()
  const { data, retry } = useQuery('readDeviceLogin', code === '' ? null : { userCode: code })
  useTitle('Command line login')
  const login = lastLoaded(data)?.value.deviceLogin
  const isUnknown =
    data.kind === 'failed' && data.failure.kind === 'apiError' && [400, 404].includes(data.failure.status)
  return (
    <AuthFrame
      product={product}
      title="Command line login"
      text={code === '' ? 'Enter the code shown in your terminal.' : login && APPROVE_WARNING}
    >
      {code === '' && <CodeForm path={PATH} />}
      {login && <DeviceDecision login={login} />}
      {!login && data.kind === 'failed' && (
        <FailedState
          title={isUnknown ? 'No command line is waiting for this code' : 'The code could not be checked'}
          text={isUnknown ? UNKNOWN_CODE_MESSAGE : failureMessage(data.failure)}
          {...(!isUnknown && { onRetry: retry })}
        />
      )}
      {isUnknown && !login && (
        <LinkButton to={PATH} wide>
          Enter another code
        </LinkButton>
      )}
      {!login && data.kind === 'loading' && <SkeletonRows rows={3} columns={2} />}
    </AuthFrame>
  )
}
