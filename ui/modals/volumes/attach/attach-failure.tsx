import { type Failure, failureMessage } from '../../../../src/core/failure.ts'
import { Banner } from '../../../parts/state/banner.tsx'

/** Why a step failed, with the reasons of the fields of the configuration. */
export const AttachFailure = ({ failure }: { failure: Failure }) => (
  <Banner tone="bad" title="The volume was not attached">
    <p>{failureMessage(failure)}</p>
    {failure.kind === 'apiError' && failure.fields.map(({ field, message }) => <p key={field}>{message}</p>)}
  </Banner>
)
