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
    summary: 'How fast a page of the console came and answered, for the metrics; it names neither page nor person.',
  }),
}
