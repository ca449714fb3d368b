import { call } from '../call.ts'
import { done } from '../wire/common.ts'
import { pageMeasures } from '../wire/measure.ts'

export const measureCalls = {
  reportPage: call({
    method: 'POST',
    path: 'metrics/page',
    access: 'public',
    body: pageMeasures,
    response: done,
    invalidates: [],
    summary: 'Report the speed of a console page for the metrics. Contains neither page nor user.',
  }),
}
