import type { ResponseOf } from '../../../../src/contract/contract.ts'
import type { InstanceId } from '../../../../src/contract/wire/common.ts'
import { ApiError } from '../../../http/api-error.ts'

type Results = ResponseOf<'closeInstances'>['results']

/** Changes instances one after another. Each is a change of its own: one that is rejected leaves the others changed. */
export async function eachInstance(
  ids: readonly InstanceId[],
  change: (id: InstanceId) => Promise<unknown>,
): Promise<Results> {
  const results: Results = []
  for (const instanceId of ids) results.push(await resultOf(instanceId))
  return results

  async function resultOf(instanceId: InstanceId): Promise<Results[number]> {
    try {
      await change(instanceId)
      return { instanceId, ok: true, error: null }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { instanceId, ok: false, error: { error: error.code, message: error.message } }
    }
  }
}
