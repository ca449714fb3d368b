import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { AnswerOf } from '../../../../src/contract/contract.ts'
import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import { failureWords } from '../../../../src/core/failure.ts'
import { useRead } from '../../../app/use-read.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import { Text } from '../../../parts/text/text.tsx'

const figure = (value: number): string => value.toLocaleString('en-GB')
const entries = (count: number): string => (count === 1 ? '1 entry' : `${figure(count)} entries`)

/** Verifies the hashes that chain the entries when it is asked to, and shows the result. */
export const useAuditVerification = (id: OrganizationId) => {
  const [isAsked, setAsked] = useState(false)
  const { data, retry } = useRead('verifyAudit', isAsked ? { id } : null)
  const isRunning = isAsked && (data.kind === 'loading' || data.kind === 'notAsked')
  const verify = () => (isAsked ? retry() : setAsked(true))
  return {
    button: (
      <Button icon={<ShieldCheck />} busy={isRunning} onClick={verify}>
        Verify
      </Button>
    ),
    /** Stands in a line that is there before, so that the log does not move. */
    success: data.kind === 'loaded' && !data.value.fault && <Success answer={data.value} />,
    fault: isAsked && !isRunning && (
      <>
        {data.kind === 'failed' && (
          <Banner tone="bad" title="The log could not be verified">
            {failureWords(data.failure)}
          </Banner>
        )}
        {data.kind === 'loaded' && <Fault answer={data.value} />}
      </>
    ),
  }
}

const beforeThem = (removed: number): string =>
  removed > 0 ? ` ${entries(removed)} before them were removed when their time was over.` : ''

const Success = ({ answer: { verified, removed } }: { answer: AnswerOf<'verifyAudit'> }) => (
  <span role="status">
    <Text as="span" size="sm" tone="good">
      {`Verified: ${entries(verified)}, none missing or changed.${beforeThem(removed)}`}
    </Text>
  </span>
)

const Fault = ({ answer: { verified, removed, fault } }: { answer: AnswerOf<'verifyAudit'> }) => {
  if (!fault) return null
  return (
    <Banner tone="bad" title={`Entry ${figure(fault.sequence)} is ${fault.kind}`}>
      {`The ${entries(verified)} before it are as they were written.${beforeThem(removed)} Tell whoever runs this installation.`}
    </Banner>
  )
}
