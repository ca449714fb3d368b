import { useLocation, useSearchParams } from 'react-router-dom'
import { isCoBranded } from '../../../src/rules/after-login.ts'
import { useConfiguration } from '../../hooks/use-configuration.ts'

/** Returns the destination of a sign-in from the address. `search` passes it to the other pages before sign-in. */
export const useSignInQuery = () => {
  const { search } = useLocation()
  const [query] = useSearchParams()
  const configuration = useConfiguration()
  return {
    search,
    redirectUrl: query.get('redirectUrl'),
    forAgent: isCoBranded(query, configuration),
    // Whether the page is co-branded may depend on the configuration.
    isUndecided: configuration === null && query.has('redirectUrl'),
  }
}
