import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { ResponseOf } from '../../../../src/contract/contract.ts'
import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import { failureMessage } from '../../../../src/core/failure.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import { Text } from '../../../parts/text/text.tsx'

const figure = (value: number): string => value.toLocaleString('en-GB')
const entries = (count: number): string => (count === 1 ? '1 entry' : `${figure(count)} entries`)

/** Verifies the chain of hashes on demand, and shows the result. */
export const useAuditVerification = (id: OrganizationId) => {
  const [isRequested, setRequested] = useState(false)
  const { data, retry } = useQuery('verifyAudit', isRequested ? { id } : null)
  const isRunning = isRequested && (data.kind === 'loading' || data.kind === 'idle')
  const verify = () => (isRequested ? retry() : setRequested(true))
  return {
    button: (
      <Button icon={<ShieldCheck />} busy={isRunning} onClick={verify}>
        Verify
      </Button>
    ),
    /** Shown in a line that is always rendered, so that the log does not move. */
    success: data.kind === 'loaded' && !data.value.violation && <Success response={data.value} />,
    violation: isRequested && !isRunning && (
      <>
        {data.kind === 'failed' && (
          <Banner tone="bad" title="The log could not be verified">
            {failureMessage(data.failure)}
          </Banner>
        )}
        {data.kind === 'loaded' && <Violation response={data.value} />}
      </>
    ),
  }
}

const beforeThem = (removed: number): string =>
  removed > 0 ? ` Older entries removed by retention: ${figure(removed)}.` : ''

const Success = ({ response: { verified, removed } }: { response: ResponseOf<'verifyAudit'> }) => (
  <span role="status">
    <Text as="span" size="sm" tone="good">
      {`Verified: ${entries(verified)}, none missing or changed.${beforeThem(removed)}`}
    </Text>
  </span>
)

const Violation = ({ response: { verified, removed, violation } }: { response: ResponseOf<'verifyAudit'> }) => {
  if (!violation) return null
  return (
    <Banner tone="bad" title={`Entry ${figure(violation.sequence)} is ${violation.kind}`}>
      {`Entries verified before it: ${figure(verified)}.${beforeThem(removed)} Contact the operator of this installation.`}
    </Banner>
  )
}
