import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { AnswerOf } from '../../../../src/contract/contract.ts'
import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import { failureWords } from '../../../../src/core/failure.ts'
import { useRead } from '../../../app/use-read.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { Banner } from '../../../parts/state/banner.tsx'

const figure = (value: number): string => value.toLocaleString('en-GB')
const entries = (count: number): string => (count === 1 ? '1 entry' : `${figure(count)} entries`)

/** Verifies the hashes that chain the entries when it is asked to, and shows the result above the log. */
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
    result: isAsked && !isRunning && (
      <>
        {data.kind === 'failed' && (
          <Banner tone="bad" title="The log could not be verified">
            {failureWords(data.failure)}
          </Banner>
        )}
        {data.kind === 'loaded' && <Result answer={data.value} />}
      </>
    ),
  }
}

const Result = ({ answer: { verified, removed, fault } }: { answer: AnswerOf<'verifyAudit'> }) => {
  const before = removed > 0 ? ` ${entries(removed)} before them were removed when their time was over.` : ''
  if (!fault)
    return (
      <Banner tone="good" title={`Verified: ${entries(verified)}, none missing or changed`}>
        {`Each entry carries the hash of the one before it.${before}`}
      </Banner>
    )
  return (
    <Banner tone="bad" title={`Entry ${figure(fault.sequence)} is ${fault.kind}`}>
      {`The ${entries(verified)} before it are as they were written.${before} Tell whoever runs this installation.`}
    </Banner>
  )
}
