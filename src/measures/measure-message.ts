import type { PageMeasures } from '../contract/wire/measure.ts'

/** Said once of a page, when it is first hidden: until then more may be measured. */
export type MeasureMessage = { type: 'page/measured'; measures: PageMeasures }
