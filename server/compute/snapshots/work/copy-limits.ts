import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import { WorkFailed } from './failure-of.ts'
import type { WorkOptions } from './work-options.ts'

/** Runs a copy once it is the turn of its organisation. It holds its place to the end. */
export async function inTurn<T>(
  { turns }: WorkOptions,
  organizationId: OrganizationId,
  signal: AbortSignal,
  copy: () => Promise<T>,
): Promise<T> {
  if (!(await turns.take(organizationId, signal))) throw signal.reason
  try {
    return await copy()
  } finally {
    turns.give(organizationId)
  }
}

/** Aborts a copy that takes too long. */
export async function withinTime<T>(
  { limits }: WorkOptions,
  signal: AbortSignal,
  copy: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(tookTooLong()), limits.copyMs)
  try {
    return await copy(AbortSignal.any([signal, limit.signal]))
  } finally {
    clearTimeout(timer)
  }
}

const tookTooLong = () =>
  new WorkFailed('tookTooLong', 'The copy was not complete in time. Check what it reads and where it is stored.')
