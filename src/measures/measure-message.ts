import type { PageMeasures } from '../contract/wire/measure.ts'

/** Sent once per page, when it is first hidden; until then the values may change. */
export type MeasureMessage = { type: 'page/measured'; measures: PageMeasures }
