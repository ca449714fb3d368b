import { lastLoaded } from '../../../../../src/core/remote-data.ts'
import { smallestWithdrawalMicros } from '../../../../../src/rules/referral.ts'
import { useConfiguration } from '../../../../hooks/use-configuration.ts'
import { useQuery } from '../../../../hooks/use-query.ts'

/** The smallest withdrawal in micro-dollars: the server's, or the usual one until it is known. */
export const useWithdrawalLimit = (): number => {
  const { data } = useQuery('readWithdrawalLimit', {})
  const mode = useConfiguration()?.mode ?? 'production'
  return lastLoaded(data)?.value.limitMicros ?? smallestWithdrawalMicros(mode)
}
