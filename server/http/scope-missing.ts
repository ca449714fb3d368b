import type { TokenScope } from '../../src/contract/access.ts'
import { ApiError } from './api-error.ts'

/** Creates an error that names the scopes of which an API token needs one. */
export const scopeMissing = (scopes: readonly TokenScope[]): ApiError =>
  new ApiError('scopeMissing', {
    message: `This API token needs the scope ${scopes.join(' or ')}.`,
  })

/** Creates an error that names all scopes that an API token needs to give a role. */
export const grantScopesMissing = (scopes: readonly TokenScope[]): ApiError =>
  new ApiError('scopeMissing', {
    message: `An API token cannot assign or change a role with more permissions than its own. It needs the ${
      scopes.length > 1 ? 'scopes' : 'scope'
    } ${scopes.join(', ')}.`,
  })
